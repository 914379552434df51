import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore

/// Single wrong times of reordered pictures, in a container that stores only presentation times.
@Suite struct PictureTimesTests {
  /// Each third picture is decoded before the two that are shown before it.
  private static let clean: [PacketTiming] = (0..<100 as Range<Int64>).map { index in
    let shown = index == 0 ? 0 : (index - 1) / 3 * 3 + [3, 1, 2][Int((index - 1) % 3)]
    let decoded = index == 0 ? -40 : (index - 1) * 40
    var packet = PacketTiming(
      track: 0, presentationTicks: shown * 40, decodeTicks: decoded, durationTicks: 40,
      byteCount: 100)
    packet.byteOffset = index
    return packet
  }

  private struct Outcome {
    var times: [Int64?] = []
    var corrected: [Int64?] = []
    var end: MediaTime?
  }

  private func read(_ packets: [PacketTiming]) throws -> Outcome {
    let track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    let info = MediaInfo(
      name: "fake", container: "matroska,webm", tracks: [track], isSeekable: true)
    let media = FakeMedia(info: info, steps: packets.map { .packet($0) })
    let source = try #require(
      JoinedSource.joining(media.open(interruption: Interruption())) as? JoinedSource)
    source.prepare()
    var outcome = Outcome()
    while case .packet(let packet) = try source.read() {
      outcome.times.append(packet.presentationTicks)
      if let original = source.original { outcome.corrected.append(original.byteOffset) }
    }
    outcome.end = try MediaDuration.measured(
      byReading: media.open(interruption: Interruption())
    ).time
    return outcome
  }

  @Test(arguments: [40, 41, 42], [400, -400, 3_000, -3_000, 9_000, 100_000_000] as [Int64])
  func aWrongTimeBecomesTheOneThatIsMissing(_ index: Int, _ offset: Int64) throws {
    var packets = Self.clean
    packets[index].presentationTicks = packets[index].presentationTicks.map { $0 + offset }
    let (clean, wrong) = (try read(Self.clean), try read(packets))
    #expect(clean.corrected.isEmpty)
    #expect(wrong.times == clean.times)
    #expect(wrong.corrected == [Int64(index)])
    #expect(wrong.end == clean.end)
  }

  /// A picture that is shown for a long time.
  @Test(arguments: [400, 5_000, 60_000] as [Int64]) func aPauseIsKept(_ pause: Int64) throws {
    var packets = Self.clean
    for index in packets.indices.dropFirst(49) {
      packets[index].presentationTicks = packets[index].presentationTicks.map { $0 + pause }
    }
    let outcome = try read(packets)
    #expect(outcome.times == packets.map(\.presentationTicks))
    #expect(outcome.corrected.isEmpty)
  }

  /// The pictures before the pause are decoded after the one behind it.
  @Test func aPauseAmongReorderedPicturesIsKept() throws {
    var packets = Self.clean
    for index in packets.indices.dropFirst(49) where index != 50 && index != 51 {
      packets[index].presentationTicks = packets[index].presentationTicks.map { $0 + 5_000 }
    }
    let outcome = try read(packets)
    #expect(outcome.times == packets.map(\.presentationTicks))
    #expect(outcome.corrected.isEmpty)
  }

  @Test func extremeTimesDoNotTrap() throws {
    for time in [Int64.min, .max, .min + 1] {
      for index in [0, 1, 40, 99] {
        var packets = Self.clean
        packets[index].presentationTicks = time
        _ = try read(packets)
      }
    }
  }
}
