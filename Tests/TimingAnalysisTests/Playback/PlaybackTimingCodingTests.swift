import Foundation
import PlayheadTimekeeping
import PlayheadTimingAnalysis
import Testing

@Suite struct PlaybackTimingCodingTests {
  /// Returns the report on late and skipped updates, and on a stall.
  private func report() -> PlaybackTimingReport {
    var meter = PlaybackTimingMeter()
    for number: Int64 in 0..<50 {
      let late = number % 7 * 1_234_567
      var sample = PlaybackSample(
        position: .nanoseconds(number * 100_000_000 + late), due: .milliseconds(number * 100),
        instant: HostInstant(nanoseconds: number * 100_001_000 + late), rate: .normal,
        event: number == 30 ? .stalled : .interval)
      sample.skipped = number == 20 ? 2 : 0
      meter.add(sample)
    }
    return meter.report
  }

  @Test func aDecodedReportEqualsTheOriginal() throws {
    let report = report()
    #expect(report.stalls.total == 1 && report.skippedUpdateCount == 2 && report.drift != nil)
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(PlaybackTimingReport.self, from: data) == report)
    let empty = PlaybackTimingMeter().report
    let nothing = try JSONEncoder().encode(empty)
    #expect(try JSONDecoder().decode(PlaybackTimingReport.self, from: nothing) == empty)
  }

  @Test func intervalsHaveTheKeysOfTheCommand() throws {
    let data = try JSONEncoder().encode(report())
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let interval = try #require(object["interval_ns"] as? [String: Any])
    #expect(Set(interval.keys).isSuperset(of: ["count", "min", "mean", "p50", "p99", "max"]))
    #expect(object["skipped"] as? Int == 2 && object["stalls"] as? Int == 1)
  }

  @Test(arguments: [5, 10_000])
  func aDecodedHistogramEqualsTheOriginalAndCountsOn(_ distinctCount: Int64) throws {
    var histogram = IntervalHistogram()
    for value in 0..<distinctCount { histogram.add(value * 999 - 3) }
    var decoded = try JSONDecoder().decode(
      IntervalHistogram.self, from: JSONEncoder().encode(histogram))
    #expect(decoded == histogram && decoded.count == histogram.count)
    for value: Int64 in [-3, 5, 5] {
      histogram.add(value)
      decoded.add(value)
    }
    #expect(decoded == histogram)
  }

  @Test(arguments: [
    "[2,1]|[1,1]", "[1,1]|[1,1]", "[1]|[0]", "[1]|[-1]", "[1]|[1,1]", "[1]|[9223372036854775807]",
    "|", "[1000001]|[1]|false",
  ])
  func aHistogramThatIsNotPossibleIsRefused(_ text: String) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    let isExact = parts.count < 3
    let json = #"{"exact":\#(isExact),"values":\#(parts[0]),"counts":\#(parts[1])}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IntervalHistogram.self, from: Data(json.utf8))
    }
  }
}
