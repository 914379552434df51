/// What a histogram comes down to, in the unit of its numbers.
public struct IntervalStatistics: Hashable, Sendable {
  public var count: Int
  public var least: Int64
  public var greatest: Int64
  public var mean: Double
  /// Half of the numbers are not greater.
  public var median: Int64
  /// Of 100 numbers 99 are not greater.
  public var percentile99: Int64
  public var standardDeviation: Double
  /// How many different numbers there were.
  public var distinctCount: Int
  /// Whether the numbers are told as they came; false beyond 4,096 distinct ones, where each is up
  /// to 3.2 % nearer to zero.
  public var isExact: Bool

  /// Nil where nothing was counted.
  public init?(_ histogram: IntervalHistogram) {
    self.init(histogram.entries, isExact: histogram.isExact)
  }

  /// Of numbers in ascending order.
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

  /// The number at a rank, from 0, in ascending order.
  private static func value(at rank: Int, in entries: [(value: Int64, count: Int)]) -> Int64 {
    var before = 0
    for entry in entries {
      before += entry.count
      if before > rank { return entry.value }
    }
    return entries.last?.value ?? 0
  }
}
