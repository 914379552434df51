import PlayheadKit

/// The report on the positions of a program as a JSON object. Its schema is in
/// `docs/user/timing-analysis.md`.
enum UpdateReportJSON {
  static func object(of report: UpdateTimingReport, status: Int32) -> JSONObject {
    var object = JSONObject()
    object.add("type", "update-report")
    object.add("version", TimingReportJSON.version)
    object.add("status", status)
    object.add("positions", report.count)
    object.add(time: "elapsed", MediaTime(report.elapsed))
    object.add("rate", decimal: report.rate, places: 6)
    object.add(time: "first_position", report.firstPosition)
    object.add(time: "last_position", report.lastPosition)
    object.addRaw("interval_ns", statistics(report.interval).text)
    object.add(time: "expected_interval", report.expectedInterval)
    object.addRaw("jitter_ns", statistics(report.jitter).text)
    object.add("drift_ppm", decimal: report.drift, places: 3)
    object.add("held", report.heldCount)
    object.add("steps_back", report.stepsBack.total)
    object.add("orderly", report.isOrderly)
    return object
  }

  private static func statistics(_ statistics: IntervalStatistics) -> JSONObject {
    var object = JSONObject()
    object.add("count", statistics.count)
    object.add("exact", statistics.isExact)
    object.add("min", statistics.least)
    object.add("mean", decimal: statistics.mean, places: 1)
    object.add("p50", statistics.median)
    object.add("p99", statistics.percentile99)
    object.add("max", statistics.greatest)
    object.add("standard_deviation", decimal: statistics.standardDeviation, places: 1)
    return object
  }
}
