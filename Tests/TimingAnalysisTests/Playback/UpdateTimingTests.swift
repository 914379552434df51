import Foundation
import Testing
import PlayheadTimekeeping
import PlayheadTimingAnalysis

@Suite struct UpdateTimingTests {
  /// Returns the report on positions in milliseconds, one every 100 ms of host time.
  private func report(
    _ positions: [Int64], rate: Rate = .normal
  ) throws -> UpdateTimingReport {
    var meter = UpdateTimingMeter(rate: rate)
    for (index, position) in positions.enumerated() {
      meter.add(
        position: .milliseconds(position),
        at: HostInstant(nanoseconds: Int64(index) * 100_000_000))
    }
    return try #require(meter.report)
  }

  @Test func aLoopIsNotDrift() throws {
    let report = try report((0..<100).map { Int64($0 % 50) * 100 })
    #expect(report.stepsBack.total == 1 && report.isOrderly)
    #expect(try abs(#require(report.drift)) < 0.001)
    #expect(report.stepsBack.elements.first?.from == .milliseconds(4_900))
  }

  @Test func aDecodedReportEqualsTheOriginal() throws {
    let report = try report((0..<100).map { Int64($0 % 30) * 101 })
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(UpdateTimingReport.self, from: data) == report)
    // The JSON of the command has no list of the steps back.
    var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    (object["first_steps_back"], object["drift_ppm_exact"]) = (nil, nil)
    let line = try JSONSerialization.data(withJSONObject: object)
    let decoded = try JSONDecoder().decode(UpdateTimingReport.self, from: line)
    #expect(decoded.stepsBack.total == 3 && decoded.isOrderly == report.isOrderly)
    #expect(decoded.interval == report.interval)
  }

  @Test func driftIsMeasuredBetweenStepsBack() throws {
    let report = try report((0..<100).map { Int64($0 % 50) * 101 })
    #expect(try abs(#require(report.drift) - 10_000) < 0.1)
  }

  @Test func driftIsMeasuredAgainstTheRateOfPlayback() throws {
    let report = try report((0..<100).map { Int64($0) * 202 }, rate: Rate(2, 1))
    #expect(try abs(#require(report.drift) - 10_000) < 0.1)
  }

  @Test func unorderedPositionsHaveNoDrift() throws {
    let report = try report((0..<100).map { Int64($0 % 5) * 100_000 })
    #expect(report.stepsBack.total == 19 && !report.isOrderly && report.drift == nil)
    // Positions with an occasional seek still count as ordered.
    #expect(try self.report([0, 100, 200, 0, 100, 50, 150, 250]).isOrderly)
  }
}
