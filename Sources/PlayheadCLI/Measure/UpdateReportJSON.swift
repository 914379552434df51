import PlayheadKit

/// The report on the positions of a program as a JSON object. Its schema is in
/// `docs/user/timing-analysis.md`.
enum UpdateReportJSON {
  static func object(of report: UpdateTimingReport, status: Int32) -> JSONObject {
    [
      "type": .string("update-report"), "version": .number(TimingReportJSON.version),
      "status": .number(status), "positions": .number(report.count),
      "elapsed": .time(MediaTime(report.elapsed)), "rate": .decimal(report.rate, places: 6),
      "first_position": .time(report.firstPosition),
      "last_position": .time(report.lastPosition),
      "interval_ns": .object(statistics(report.interval)),
      "expected_interval": .time(report.expectedInterval),
      "jitter_ns": .object(statistics(report.jitter)),
      "drift_ppm": .decimal(report.drift, places: 3), "held": .number(report.heldCount),
      "steps_back": .number(report.stepsBack.total), "orderly": .bool(report.isOrderly),
    ]
  }

  private static func statistics(_ statistics: IntervalStatistics) -> JSONObject {
    [
      "count": .number(statistics.count), "exact": .bool(statistics.isExact),
      "min": .number(statistics.least), "mean": .decimal(statistics.mean, places: 1),
      "p50": .number(statistics.median), "p99": .number(statistics.percentile99),
      "max": .number(statistics.greatest),
      "standard_deviation": .decimal(statistics.standardDeviation, places: 1),
    ]
  }
}
