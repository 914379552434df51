import PlayheadAlignment
import PlayheadTimekeeping
import Testing

@Suite struct SyncReportTests {
  private static let seconds = (0..<100).map(Double.init)

  @Test func eachFlashHasTheNearestBeep() {
    let report = SyncReport(
      beeps: [0.12, 1.1, 5, 7.1], flashes: [0, 1, 2, 7, 7.3], interval: 0.04)
    #expect(report.marks.map(\.flash) == [.zero, .seconds(1), .seconds(7)])
    #expect(report.marks.map(\.offset) == [120, 100, 100].map { .milliseconds($0) })
    #expect(report.offset == .milliseconds(100) && report.uncertainty == .milliseconds(40))
    #expect(report.beepCount == 4 && report.flashCount == 5)
  }

  @Test func nothingIsNoOffset() {
    let report = SyncReport(beeps: [], flashes: [1], interval: 0)
    #expect(report.marks.isEmpty && report.offset == nil && report.drift == nil)
    #expect(report.uncertainty == .milliseconds(1))
    let two = SyncReport(beeps: [1, 2], flashes: [1, 2], interval: 0.04)
    #expect(two.offset == .zero && two.drift == nil)
  }

  @Test(arguments: [500.0, -80]) func aDriftIsMeasured(drift: Double) throws {
    let beeps = Self.seconds.map { $0 * (1 + drift / 1e6) + 0.05 }
    let report = SyncReport(beeps: beeps, flashes: Self.seconds, interval: 0.04)
    let found = try #require(report.drift)
    #expect(abs(found.value - drift) < 0.01)
    #expect(found.uncertainty > 605 && found.uncertainty < 607)
  }

  /// Pictures of 29.97 per second show an event at each whole second up to 33 ms later.
  @Test func whatPicturesCauseIsWithinTheUncertainty() throws {
    let rate = 30_000.0 / 1_001
    let flashes = Self.seconds.map { ($0 * rate).rounded(.up) / rate }
    let report = SyncReport(beeps: Self.seconds, flashes: flashes, interval: 1 / rate)
    let drift = try #require(report.drift)
    #expect(abs(drift.value) < drift.uncertainty)
    #expect(report.marks.allSatisfy { abs($0.offset.seconds) <= report.uncertainty.seconds })
  }

  /// The worst case: all pictures are late by almost an interval, or those of the second half.
  @Test func latePicturesAreWithinTheUncertainty() throws {
    let late = SyncReport(
      beeps: Self.seconds, flashes: Self.seconds.map { $0 + 0.039 }, interval: 0.04)
    #expect(late.marks.count == 100)
    #expect(try abs(#require(late.offset).seconds) <= late.uncertainty.seconds)
    let half = SyncReport(
      beeps: Self.seconds, flashes: Self.seconds.map { $0 < 50 ? $0 : $0 + 0.039 }, interval: 0.04)
    let drift = try #require(half.drift)
    #expect(abs(drift.value) <= drift.uncertainty)
  }
}
