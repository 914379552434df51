/// A summary of a histogram, in the unit of its values.
public struct IntervalStatistics: Hashable, Sendable {
  /// The number of values.
  public var count: Int
  /// The least value.
  public var least: Int64
  /// The greatest value.
  public var greatest: Int64
  /// The arithmetic mean.
  public var mean: Double
  /// The median: half of the values are not greater.
  public var median: Int64
  /// The 99th percentile: 99 % of the values are not greater.
  public var percentile99: Int64
  /// The population standard deviation.
  public var standardDeviation: Double
  /// The number of distinct values.
  public var distinctCount: Int
  /// Whether the values are exact. False beyond 4,096 distinct values, when each value may be up to
  /// 3.2 % closer to zero.
  public var isExact: Bool

  /// Creates a summary of a histogram, or nil if it is empty.
  ///
  /// - Parameter histogram: The values to summarize.
  public init?(_ histogram: IntervalHistogram) {
    self.init(histogram.entries, isExact: histogram.isExact)
  }

  /// Creates a summary of entries in ascending order, or nil if there are none.
  init?(_ entries: [(value: Int64, count: Int)], isExact: Bool) {
    guard let first = entries.first, let last = entries.last else { return nil }
    count = entries.reduce(0) { $0 + $1.count }
    least = first.value
    greatest = last.value
    let total = Double(count)
    let mean = entries.reduce(0) { $0 + Double($1.value) * Double($1.count) } / total
    let squares = entries.reduce(0) { sum, entry in
      let distance = Double(entry.value) - mean
      return sum + distance * distance * Double(entry.count)
    }
    self.mean = mean
    standardDeviation = (squares / total).squareRoot()
    median = IntervalStatistics.value(at: (count - 1) / 2, in: entries)
    percentile99 = IntervalStatistics.value(at: (count * 99 + 99) / 100 - 1, in: entries)
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
  /// Creates a summary of the absolute differences between a histogram's values and `expected`.
  init?(distancesIn histogram: IntervalHistogram, from expected: Int64) {
    var distances: [(value: Int64, count: Int)] = histogram.entries.map { entry in
      let (distance, overflow) = entry.value.subtractingReportingOverflow(expected)
      return (overflow ? .max : Int64(clamping: distance.magnitude), entry.count)
    }
    distances.sort { $0.value < $1.value }
    self.init(distances, isExact: histogram.isExact)
  }
}
