import PlayheadKit
import Testing

@testable import PlayheadAnalysisCommands

/// Reports on media with extreme times and descriptions can be written.
@Suite struct HostileReportTests {
  private func text(_ track: MediaTrack, _ packets: [(ticks: Int64, duration: Int64)]) -> String {
    var meter = TimingMeter(
      info: MediaInfo(name: "a", container: "test", tracks: [track], isSeekable: true))
    for packet in packets {
      meter.add(
        PacketTiming(
          track: 0, presentationTicks: packet.ticks, decodeTicks: packet.ticks,
          durationTicks: packet.duration, byteCount: 1_000))
    }
    let report = meter.report(ending: .endOfMedia)
    return TimingReportText.text(of: report, file: "a", requested: .whole)
  }

  @Test func aTrackWhoseLengthIsTooSmallForItsTimesHasAPicture() {
    // As in fragmented MP4 with a tfdt near 2^62.
    let track = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 25))
    for first in [1 << 62, Int64.max - 3, .min] {
      #expect(text(track, [(first, 1), (first + 1, 1)]).contains("2 packets"))
    }
  }

  @Test func gapsOfAnyLengthAreShown() {
    for timebase in [Timebase(1, .max), Timebase(.max, 1)] {
      var track = MediaTrack(index: 0, kind: .audio, timebase: timebase)
      track.sampleRate = 48_000
      let starts: [Int64] = [.min, .min + 1, -2, 0, 1, 9, .max - 9, .max - 1]
      #expect(text(track, starts.map { ($0, 1) }).contains("8 packets"))
    }
  }
}
