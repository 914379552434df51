import PlayheadMedia
import PlayheadTimekeeping
import Testing

@testable import PlayheadTimingAnalysis

/// Drift in words.
@Suite struct DriftTextTests {
  private func text(_ drift: Double?, tick: Timebase, seconds: Int64) -> String? {
    let tracks = [MediaTrack.Kind.video, .audio].enumerated().map { index, kind in
      MediaTrack(index: index, kind: kind, timebase: tick)
    }
    let info = MediaInfo(name: "a", container: "test", tracks: tracks, isSeekable: true)
    let meter = TimingMeter(info: info)
    var report = meter.report(ending: .endOfMedia)
    for index in report.tracks.indices { report.tracks[index].duration = .seconds(seconds) }
    var pair = TrackPairReport(
      video: report.tracks[0], audio: report.tracks[1], startsMidStream: false, videoDelay: .zero)
    pair.drift = drift
    return report.driftText(of: pair)
  }

  @Test func aDriftThatATickHidesIsALimit() {
    #expect(text(32.5, tick: .milliseconds, seconds: 4) == "< 250 ppm")
    #expect(text(-32.5, tick: .milliseconds, seconds: 4) == "< 250 ppm")
    #expect(text(0, tick: .milliseconds, seconds: 3_600) == "< 0.28 ppm")
    #expect(text(0, tick: Timebase(1, 90_000), seconds: 60) == "< 0.19 ppm")
    #expect(text(1, tick: Timebase(1, 1), seconds: 7) == "< 150000 ppm")
  }

  @Test func aDriftThatIsKnownIsANumber() {
    #expect(text(-1_000, tick: .milliseconds, seconds: 4) == "-1000.0 ppm")
    #expect(text(0, tick: .nanoseconds, seconds: 60) == "0.0 ppm")
    #expect(text(nil, tick: .milliseconds, seconds: 60) == nil)
    #expect(text(1, tick: .milliseconds, seconds: 0) == "< 1000000000 ppm")
  }
}
