import Testing

@testable import PlayheadFFmpeg

/// The ID3 tags of packed audio in HLS.
@Suite struct PackedAudioClockTests {
  private func frame(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
  }

  private func tag(_ body: [UInt8], version: UInt8 = 4) -> [UInt8] {
    Array("ID3".utf8) + [version, 0, 0, 0, 0, 0, UInt8(body.count)] + body
  }

  private func clock(_ timestamp: [UInt8]) -> [UInt8] {
    frame("PRIV", Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0] + timestamp)
  }

  private let timestamp: [UInt8] = [0, 0, 0, 1, 0, 2, 8, 0x50]
  private let frames: [UInt8] = [0xFF, 0xF1, 0x4C, 0x40]

  @Test(arguments: [3, 4] as [UInt8])
  func theTimestampIsFoundAmongOtherFrames(version: UInt8) {
    let body = frame("TIT2", [0, 65]) + clock(timestamp) + [0, 0, 0, 0]
    let bytes = tag(body, version: version) + frames
    #expect(PackedAudioClock.timestamp(of: bytes) == 0x1_0002_0850)
    #expect(PackedAudioClock.timestamp(of: tag([0, 0]) + bytes) == 0x1_0002_0850)
  }

  @Test func anotherSegmentHasNoTimestamp() {
    #expect(PackedAudioClock.timestamp(of: frames) == nil)
    #expect(PackedAudioClock.timestamp(of: []) == nil)
    #expect(PackedAudioClock.timestamp(of: tag(frame("PRIV", timestamp)) + frames) == nil)
  }

  @Test func framesBeginBehindAllTags() {
    let tags = tag([0, 0]) + tag(clock(timestamp))
    let bytes = tags + frames
    func end(_ bytes: [UInt8], isWhole: Bool = false) -> Int? {
      var end = 0
      return PackedAudioClock.endOfTags(in: bytes, from: &end, isWhole: isWhole)
    }
    #expect(end(bytes + [0, 0, 0, 0, 0, 0]) == tags.count)
    #expect(end(bytes) == nil)
    #expect(end(bytes, isWhole: true) == tags.count)
    #expect(end([UInt8](repeating: 0xFF, count: 10)) == 0)
  }

  /// A server may send many short tags byte by byte.
  @Test func tagsThatWereFoundAreNotReadAgain() {
    var found = 0
    #expect(PackedAudioClock.endOfTags(in: tag([0, 0]) + tag([0]), from: &found) == nil)
    #expect(found == 23)
    let wrong = [UInt8](repeating: 0, count: 23) + frames + [0, 0, 0, 0, 0, 0]
    #expect(PackedAudioClock.endOfTags(in: wrong, from: &found) == 23)
  }

  @Test func aTagThatIsCutAnywhereIsRead() {
    let bytes = tag(clock(timestamp))
    for length in 0..<bytes.count {
      #expect(PackedAudioClock.timestamp(of: Array(bytes.prefix(length))) == nil)
    }
  }
}
