import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// The times of sound in Ogg.
@Suite struct OggTimesTests {
  /// Returns the corrected starts of packets of 100 ticks, ten to a page.
  ///
  /// - Parameters:
  ///   - starts: The start of each packet according to libavformat.
  ///   - number: Returns the number of a page.
  private func corrected(
    _ starts: [Int64], codec: String, afterSeek: Bool = false, number: (Int64) -> Int = { Int($0) }
  ) throws -> [Int64?] {
    var track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 1_000))
    track.codec = codec
    let info = MediaInfo(name: "a", container: "ogg", tracks: [track], isSeekable: true)
    var times = try #require(OggTimes(info))
    let packets = starts.enumerated().map { index, start in
      var packet = PacketTiming(
        track: 0, presentationTicks: start, decodeTicks: start, durationTicks: 100, byteCount: 10,
        isKeyframe: true)
      packet.byteOffset = Int64(index / 10)
      return packet
    }
    if afterSeek {
      times.restart(with: packets)
    } else {
      for packet in packets where !times.comparison.isDecided { times.record(packet) }
      times.decide { page in
        var bytes = Array("OggS".utf8) + [UInt8](repeating: 0, count: 23)
        (bytes[6], bytes[18]) = (1, UInt8(number(page)))
        return OggPageHeader(bytes)
      }
    }
    return packets.map { packet in
      var packet = packet
      _ = times.correct(&packet)
      return packet.presentationTicks
    }
  }

  /// Positions of whole seconds, of pages with sound of another length, show no times.
  @Test(arguments: [300, 450, 700, 1_300] as [Int64])
  func packetsAreCountedWherePositionsAreRounded(length: Int64) throws {
    var track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 1_000))
    (track.codec, track.sampleRate) = ("speex", 1_000)
    let info = MediaInfo(name: "a", container: "ogg", tracks: [track], isSeekable: true)
    var times = try #require(OggTimes(info))
    func end(_ page: Int64) -> Int64 { (page + 1) * length / 1_000 * 1_000 }
    var starts: [Int64] = []
    for page in Int64(0)..<20 {
      for index in 0..<(length / 50) {
        let start = (page == 0 ? 0 : end(page - 1)) + index * 50
        starts.append(start)
        var packet = PacketTiming(
          track: 0, presentationTicks: start, decodeTicks: start, durationTicks: 50,
          byteCount: 10, isKeyframe: true)
        packet.byteOffset = page
        if !times.comparison.isDecided { times.record(packet) }
      }
    }
    times.decide { page in
      var bytes = Array("OggS".utf8) + [UInt8](repeating: 0, count: 23)
      (bytes[6], bytes[7]) = (UInt8(end(page) & 0xFF), UInt8(end(page) >> 8))
      bytes[18] = UInt8(page)
      return OggPageHeader(bytes)
    }
    #expect(times.isCounted)
  }

  private func steps(_ count: Int64, from start: Int64 = 0) -> [Int64] {
    (0..<count).map { start + 100 * $0 }
  }

  @Test(arguments: ["flac", "speex"])
  func theFirstPageOfACaptureIsCountedFromItsEnd(codec: String) throws {
    let starts = steps(10) + steps(30, from: 50_000)
    #expect(try corrected(starts, codec: codec) == steps(40, from: 49_000))
  }

  /// As in a part that ffmpeg copies from the page before its start.
  @Test(arguments: ["flac", "speex"])
  func theFirstPageOfACopyMayBeginBeforeZero(codec: String) throws {
    #expect(try corrected(steps(10) + steps(30, from: 100), codec: codec) == steps(40, from: -900))
    // A single stored time is wrong.
    let stray = steps(10) + steps(10, from: -2_000) + steps(20, from: 2_000)
    #expect(try corrected(stray, codec: codec) == stray)
  }

  @Test(arguments: ["opus", "vorbis", "flac"])
  func timesThatFitThePacketsStay(codec: String) throws {
    #expect(try corrected(steps(80), codec: codec) == steps(80))
    // A pause, and one time that is wrong.
    let pause = steps(30) + steps(30, from: 9_000)
    #expect(try corrected(pause, codec: codec) == pause)
    let stray = steps(20) + steps(10, from: 500) + steps(30, from: 3_000)
    #expect(try corrected(stray, codec: codec) == stray)
  }

  @Test func theFirstPageAfterASeekIsCountedFromItsEnd() throws {
    let starts = steps(10, from: 6_000) + steps(10, from: 5_100)
    #expect(try corrected(starts, codec: "flac", afterSeek: true) == steps(20, from: 4_100))
  }

  @Test(arguments: [0, 333, 800] as [Int64])
  func packetsAreCountedIfStoredTimesContradictThem(advance: Int64) throws {
    let starts = (0..<100 as Range<Int64>).map { 100 * ($0 % 10) + advance * ($0 / 10) }
    #expect(try corrected(starts, codec: "opus") == steps(100))
  }

  @Test(arguments: ["opus", "flac", "speex"], [1_500, 2_000, 4_000] as [Int64])
  func packetsAreCountedIfStoredTimesAdvanceFaster(codec: String, advance: Int64) throws {
    let starts = (0..<100 as Range<Int64>).map { 100 * ($0 % 10) + advance * ($0 / 10) }
    #expect(try corrected(starts, codec: codec) == steps(100))
    // As libavformat reports Opus: the first packet of a page follows the one before.
    let late = starts.enumerated().map { index, start in
      index % 10 == 0 && index > 0 ? starts[index - 1] + 100 : start
    }
    #expect(try corrected(late, codec: codec) == steps(100))
  }

  @Test func pausesAndMissingPagesDoNotContradictThePackets() throws {
    let pauses: [Int64] = [0, 1_300, 3_900, 4_900, 7_000, 8_100, 11_000, 12_000]
    let starts = pauses.flatMap { steps(10, from: $0) }
    #expect(try corrected(starts, codec: "opus") == starts)
    let fast = (0..<80 as Range<Int64>).map { 100 * ($0 % 10) + 2_000 * ($0 / 10) }
    #expect(try corrected(fast, codec: "opus") { 2 * Int($0) } == fast)
    // All but a few packets of silence may be left out. The lengths of Vorbis must be known.
    let silence = (0..<100 as Range<Int64>).map { 2_000 * $0 }
    #expect(try corrected(silence, codec: "opus") == silence)
    #expect(try corrected(fast, codec: "vorbis") == fast)
  }

  @Test func joinedRecordingsDoNotContradictThePackets() throws {
    let starts = (0..<100 as Range<Int64>).map { 100 * ($0 % 10) }
    #expect(try corrected(starts, codec: "opus") { _ in 2 } == starts)
  }

  @Test func extremeTimesDoNotTrap() throws {
    for starts in [[.min, .max, .min, 0], [.max, .max, .min], [0, .min, .max]] as [[Int64]] {
      _ = try corrected(starts, codec: "flac")
      _ = try corrected(starts, codec: "opus", afterSeek: true)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 6, 8, 16] as [Int64])
  func aFileWithWrongTimesLastsAsLongAsItsPackets(numerator: Int64) throws {
    let folder = try TemporaryDirectory()
    let sample = "pygame-house_lo.ogg"
    let path = try folder.write(
      try OggPages.changingPositions(of: sample) { $0 * numerator / 4 }, to: "wrong.ogg")
    let (expected, wrong) = (try read(Repository.sample(sample)), try read(path))
    #expect(wrong.starts.count == expected.starts.count)
    #expect(zip(wrong.starts, expected.starts).allSatisfy { abs($0 - $1) < 0.05 })
    let durations = (try #require(wrong.duration), try #require(expected.duration))
    #expect(abs(durations.0.seconds - durations.1.seconds) < 0.1)
  }

  private func read(_ path: String) throws -> (starts: [Double], duration: MediaTime?) {
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    var starts: [Double] = []
    while case .packet(let packet) = try source.read() {
      let start = try #require(packet.presentationTicks)
      starts.append(source.info.tracks[0].time(ofTicks: start).seconds)
    }
    return (starts.map { $0 - starts[0] }, source.info.declaredDuration)
  }
}
