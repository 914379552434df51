import PlayheadKit
import PlayheadTesting
import Testing

/// Renditions of a playlist whose timestamps have nothing in common.
@Suite struct UnrelatedClockTests {
  /// Returns a report on video and audio of 8 s, of which audio is later.
  private static func report(audioDelay: Int64) throws -> TimingReport {
    var info = MediaInfo(
      name: "renditions", container: "hls",
      tracks: [
        MediaTrack(index: 0, kind: .video, timebase: .milliseconds),
        MediaTrack(index: 1, kind: .audio, timebase: .milliseconds),
      ], isSeekable: true)
    info.isClockDiscontinuous = true
    let packets = (Int64(0)..<200).flatMap { index in
      [0, audioDelay].enumerated().map { track, delay in
        PacketTiming(
          track: track, presentationTicks: index * 40 + delay, decodeTicks: index * 40 + delay,
          durationTicks: 40, byteCount: 1_000, isKeyframe: true)
      }
    }
    // FFmpeg reads the list whose next packet is the earliest.
    let sorted = packets.sorted { ($0.decodeTicks ?? 0) < ($1.decodeTicks ?? 0) }
    return try TimingReport(of: FakeMedia(info: info, steps: sorted.map { .packet($0) }))
  }

  /// Nothing is known about their offset, so that none is reported.
  @Test(arguments: [5_000_000, -5_000_000, 60_000] as [Int64])
  func theirOffsetIsNotReported(_ delay: Int64) throws {
    let report = try Self.report(audioDelay: delay)
    #expect(report.findings.map(\.kind) == [.join])
    #expect(report.findings.first?.sentence.contains("unrelated clocks") == true)
    #expect(report.pairs.isEmpty)
  }

  @Test func anOffsetOfOneClockIsReported() throws {
    let report = try Self.report(audioDelay: 1_000)
    #expect(report.findings.map(\.kind).contains(.audioVideoOffset))
    #expect(report.pairs.count == 1)
  }
}
