import PlayheadTimekeeping

/// A summary of the lengths of many intervals.
public struct IntervalStatistics: Hashable, Sendable {
  /// The number of intervals.
  public let count: Int
  /// The shortest interval.
  public let least: MediaTime
  /// The longest interval.
  public let greatest: MediaTime
  /// The median: half of the intervals are not longer.
  public let median: MediaTime
  /// The 99th percentile: 99 % of the intervals are not longer.
  public let percentile99: MediaTime
  /// The arithmetic mean in ticks of the timebase that the intervals share.
  package let meanTicks: Double
  /// The population standard deviation in such ticks.
  package let deviationTicks: Double
  /// The number of distinct lengths.
  public let distinctCount: Int
  /// Whether the values are exact. False beyond 4,096 distinct values, when each value may be up to
  /// 3.2 % closer to zero.
  public let isExact: Bool

  /// The arithmetic mean in seconds.
  public var mean: Double { meanTicks * timebase.secondsPerTick }
  /// The population standard deviation in seconds.
  public var standardDeviation: Double { deviationTicks * timebase.secondsPerTick }
  /// The timebase that the intervals share.
  package var timebase: Timebase { least.timebase }

  /// The least, the median, the 99th percentile and the greatest interval in milliseconds, as text.
  package var text: String {
    [least, median, percentile99, greatest].map { fixed($0.seconds * 1_000, 3) }
      .joined(separator: "/") + " ms min/p50/p99/max"
  }

  /// Creates a summary of a histogram in a timebase; nil if it is empty.
  package init?(_ histogram: IntervalHistogram, timebase: Timebase) {
    self.init(histogram.entries, timebase, isExact: histogram.isExact)
  }

  /// Creates a summary from its values in nanoseconds.
  init(
    nanoseconds: (least: Int64, median: Int64, percentile99: Int64, greatest: Int64), count: Int,
    distinctCount: Int, isExact: Bool, mean: Double, deviation: Double
  ) {
    (self.count, self.distinctCount, self.isExact) = (count, distinctCount, isExact)
    least = .nanoseconds(nanoseconds.least)
    median = .nanoseconds(nanoseconds.median)
    percentile99 = .nanoseconds(nanoseconds.percentile99)
    greatest = .nanoseconds(nanoseconds.greatest)
    (meanTicks, deviationTicks) = (mean, deviation)
  }

  /// Creates a summary of entries in ascending order, or nil if there are none.
  init?(_ entries: [(value: Int64, count: Int)], _ timebase: Timebase, isExact: Bool) {
    guard let first = entries.first, let last = entries.last else { return nil }
    count = entries.reduce(0) { $0 + $1.count }
    least = MediaTime(ticks: first.value, timebase: timebase)
    greatest = MediaTime(ticks: last.value, timebase: timebase)
    let total = Double(count)
    let mean = entries.reduce(0) { $0 + Double($1.value) * Double($1.count) } / total
    let squares = entries.reduce(0) { sum, entry in
      let distance = Double(entry.value) - mean
      return sum + distance * distance * Double(entry.count)
    }
    meanTicks = mean
    deviationTicks = (squares / total).squareRoot()
    let middle = IntervalStatistics.value(at: (count - 1) / 2, in: entries)
    median = MediaTime(ticks: middle, timebase: timebase)
    let late = IntervalStatistics.value(at: (count * 99 + 99) / 100 - 1, in: entries)
    percentile99 = MediaTime(ticks: late, timebase: timebase)
    distinctCount = entries.count
    self.isExact = isExact
  }

  /// Returns the value at a rank, from 0, in ascending order.
  private static func value(at rank: Int, in entries: [(value: Int64, count: Int)]) -> Int64 {
    var before = 0
    for entry in entries {
      before += entry.count
      if before > rank { return entry.value }
    }
    return entries.last?.value ?? 0
  }
}

extension IntervalStatistics {
  /// Summarizes the absolute differences of values in nanoseconds from `expected`.
  init?(nanosecondsIn histogram: IntervalHistogram, from expected: Int64) {
    var distances: [(value: Int64, count: Int)] = histogram.entries.map { entry in
      let (distance, overflow) = entry.value.subtractingReportingOverflow(expected)
      return (overflow ? .max : Int64(clamping: distance.magnitude), entry.count)
    }
    distances.sort { $0.value < $1.value }
    self.init(distances, .nanoseconds, isExact: histogram.isExact)
  }
}
