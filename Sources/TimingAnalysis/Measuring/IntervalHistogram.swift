/// Counts how often each integer (of ticks or nanoseconds) occurs, in constant memory.
///
/// The counts are exact for up to 4,096 distinct values. With more, only the six leading bits of
/// each value are kept, an error below 3.2 %; see `isExact`.
public struct IntervalHistogram: Hashable, Sendable {
  /// The maximum number of distinct values that are counted exactly.
  public static let greatestDistinctCount = 4_096

  /// Whether all values are exact.
  public private(set) var isExact = true
  private var counts: [Int64: Int] = [:]
  /// The current run of equal values, counted separately because that needs no hashing.
  private var run: (value: Int64, count: Int) = (0, 0)
  private var most: (value: Int64, count: Int) = (0, 0)

  /// Creates an empty histogram.
  public init() {}

  /// Counts one occurrence of a value.
  ///
  /// - Parameter value: The value, in ticks or nanoseconds.
  public mutating func add(_ value: Int64) {
    if value == run.value {
      run.count += 1
    } else {
      settle()
      run = (value, 1)
    }
  }

  /// The number of values that were added.
  public var count: Int { counts.values.reduce(run.count, +) }

  /// Whether no value was added.
  public var isEmpty: Bool { counts.isEmpty && run.count == 0 }

  /// The most frequent value; nil if there is none.
  var mostFrequent: Int64? {
    if run.count > most.count { return run.value }
    return most.count > 0 ? most.value : nil
  }

  /// The distinct values in ascending order, each with its number of occurrences.
  public var entries: [(value: Int64, count: Int)] {
    var settled = self
    settled.settle()
    return settled.counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func settle() {
    if run.count == 0 { return }
    var value = isExact ? run.value : IntervalHistogram.coarse(run.value)
    if isExact, counts.count == IntervalHistogram.greatestDistinctCount, counts[value] == nil {
      coarsen()
      value = IntervalHistogram.coarse(value)
    }
    let count = counts[value, default: 0] + run.count
    counts[value] = count
    if count > most.count { most = (value, count) }
    run.count = 0
  }

  private mutating func coarsen() {
    isExact = false
    counts = Dictionary(
      counts.map { (IntervalHistogram.coarse($0.key), $0.value) }, uniquingKeysWith: +)
    let greatest = counts.max { $0.value < $1.value }
    most = greatest.map { ($0.key, $0.value) } ?? most
  }

  /// Returns the value with all except its six leading bits set to zero.
  private static func coarse(_ value: Int64) -> Int64 {
    let magnitude = value.magnitude
    let shift = max(UInt64.bitWidth - magnitude.leadingZeroBitCount - 6, 0)
    let kept = (magnitude >> shift) << shift
    return value < 0 ? Int64(truncatingIfNeeded: ~kept &+ 1) : Int64(clamping: kept)
  }

  /// Returns whether two histograms have the same entries and the same exactness.
  public static func == (one: IntervalHistogram, two: IntervalHistogram) -> Bool {
    one.isExact == two.isExact && one.entries.elementsEqual(two.entries, by: ==)
  }

  /// Hashes the distinct values.
  ///
  /// - Parameter hasher: The hasher to use.
  public func hash(into hasher: inout Hasher) {
    for entry in entries { hasher.combine(entry.value) }
  }
}
