import Foundation
import PlayheadMedia
import Testing
import PlayheadTimekeeping

@Suite struct MediaInfoCodingTests {
  private func decoded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func aDescriptionIsDecodedExactly() throws {
    var track = MediaTrack(index: 3, kind: .audio, timebase: Timebase(1, 44_100))
    (track.codec, track.language, track.startTicks) = ("mp3", "eng", -1_105)
    (track.durationTicks, track.primingSampleCount) = (7, 1_105)
    (track.isDefault, track.isIndexed, track.isDurationCounted) = (true, true, true)
    (track.sampleRate, track.channelCount, track.samplesPerPacket) = (44_100, 2, 1_152)
    track.tags = [MediaTag(key: "a", value: "1"), MediaTag(key: "a", value: "2")]
    var picture = MediaTrack(index: 4, kind: .video, timebase: .milliseconds)
    (picture.isAttachedPicture, picture.mayReorder, picture.reorderDelayTicks) = (true, true, 2)
    (picture.width, picture.height, picture.declaredPacketCount) = (64, 48, 1)
    (picture.frameRate, picture.constantFrameRate) = (FrameRate(25, 1), FrameRate(25, 1))
    picture.bytesPerSample = 4
    var info = MediaInfo(
      name: "a.mp3", container: "mp3", tracks: [track, picture], isSeekable: true)
    info.chapters = [
      Chapter(start: .nanoseconds(1), end: .nanoseconds(1_999_999_999), title: nil)
    ]
    (info.tags, info.isDurationEstimated, info.isClockDiscontinuous) = (track.tags, true, true)
    (info.declaredStart, info.chosenTracks) = (.milliseconds(7), [4])
    info.artworks = [Artwork(track: 4, mediaType: "image/png", bytes: [1, 2])]
    #expect(try decoded(info) == info)
    info.declaredDuration = .seconds(1)
    #expect(try decoded(info) == info)
  }

  @Test func picturesOfEachLengthAreDecodedExactly() throws {
    for length in 0..<8 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: 251 &+ $0 &* 77) }
      let artwork = Artwork(track: 1, mediaType: "image/png", bytes: bytes)
      #expect(try decoded(artwork) == artwork)
      let data = try JSONEncoder().encode(artwork)
      let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      #expect(object?["bytes"] as? String == Data(bytes).base64EncodedString())
    }
  }

  @Test(arguments: ["a", "ab=c", "====", "a===", "ä+//", "YQ==YQ=="])
  func textThatIsNotBase64IsRefused(_ text: String) {
    let json = #"{"track":0,"bytes":"\#(text)"}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Artwork.self, from: Data(json.utf8))
    }
  }

  @Test func aFrameRateIsAFraction() throws {
    let rate = try #require(FrameRate(30_000, 1_001))
    #expect(try decoded([rate]) == [rate])
    for text in ["25", "0/1", "25/0", "x"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([FrameRate].self, from: Data("[\"\(text)\"]".utf8))
      }
    }
  }

  @Test func theErrorsOfATransportStreamAreDecoded() throws {
    var framing = Framing()
    framing.ending = .unmarked
    framing.declaresDuration = false
    var transport = TransportFraming()
    transport.startsMidStream = true
    for kind in [TransportDefect.Kind.damage, .discontinuity, .clockJump(ticks: -7)] {
      transport.append(
        TransportDefect(kind, stream: 256, byteOffset: 376, lastByteOffset: 188, timestamp: 9))
    }
    for _ in 0..<TransportFraming.capacity {
      transport.append(
        TransportDefect(.damage, stream: 1, byteOffset: 0, lastByteOffset: 0, timestamp: nil))
    }
    framing.transport = transport
    #expect(try decoded(framing) == framing)
  }
}
