/// Counts how often each integer (of ticks or nanoseconds) occurs, in constant memory.
///
/// The counts are exact for up to 4,096 distinct values. With more, only the six leading bits of
/// each value are kept, an error below 3.2 %; see `isExact`.
package struct IntervalHistogram: Hashable, Sendable {
  /// The maximum number of distinct values that are counted exactly.
  package static let greatestDistinctCount = 4_096

  package private(set) var isExact = true
  /// The values before the current run, in ascending order.
  private var settled: [(value: Int64, count: Int)] = []
  /// The current run of equal values, counted separately because that needs no search.
  private var run: (value: Int64, count: Int) = (0, 0)
  private var most: (value: Int64, count: Int) = (0, 0)

  package init() {}

  /// Creates a histogram of its entries; nil if it cannot have these.
  init?(_ entries: [(value: Int64, count: Int)], isExact: Bool) {
    let isAscending = zip(entries, entries.dropFirst()).allSatisfy { $0.value < $1.value }
    let hasValues = entries.allSatisfy { entry in
      entry.count > 0 && (isExact || IntervalHistogram.coarse(entry.value) == entry.value)
    }
    guard isAscending, hasValues, entries.count <= IntervalHistogram.greatestDistinctCount else {
      return nil
    }
    (settled, self.isExact) = (entries, isExact)
    most = entries.max { $0.count < $1.count } ?? most
  }

  /// Counts a value, in ticks or nanoseconds.
  package mutating func add(_ value: Int64) {
    if value == run.value {
      run.count += 1
    } else {
      settle()
      run = (value, 1)
    }
  }

  /// The number of values that were added.
  package var count: Int { settled.reduce(run.count) { $0 + $1.count } }

  /// The most frequent value; nil if there is none.
  var mostFrequent: Int64? {
    if run.count > most.count { return run.value }
    return most.count > 0 ? most.value : nil
  }

  /// The distinct values in ascending order, each with its number of occurrences.
  package var entries: [(value: Int64, count: Int)] {
    var complete = self
    complete.settle()
    return complete.settled
  }

  private mutating func settle() {
    if run.count == 0 { return }
    var (index, isNew) = self.index(of: run.value)
    if isNew, isExact, settled.count == IntervalHistogram.greatestDistinctCount {
      coarsen()
      (index, isNew) = self.index(of: run.value)
    }
    if isNew {
      let value = isExact ? run.value : IntervalHistogram.coarse(run.value)
      settled.insert((value, 0), at: index)
    }
    settled[index].count += run.count
    if settled[index].count > most.count { most = settled[index] }
    run.count = 0
  }

  /// Returns the index of a settled value, or the index at which a new value is inserted.
  private func index(of value: Int64) -> (index: Int, isNew: Bool) {
    let value = isExact ? value : IntervalHistogram.coarse(value)
    let index = settled.partitioningIndex { $0.value >= value }
    return (index, index == settled.count || settled[index].value != value)
  }

  private mutating func coarsen() {
    isExact = false
    var coarse: [(value: Int64, count: Int)] = []
    for entry in settled {
      let value = IntervalHistogram.coarse(entry.value)
      if coarse.last?.value != value { coarse.append((value, 0)) }
      coarse[coarse.count - 1].count += entry.count
    }
    settled = coarse
    most = coarse.max { $0.count < $1.count } ?? most
  }

  /// Returns the value with all except its six leading bits set to zero.
  private static func coarse(_ value: Int64) -> Int64 {
    let magnitude = value.magnitude
    let shift = max(UInt64.bitWidth - magnitude.leadingZeroBitCount - 6, 0)
    let kept = (magnitude >> shift) << shift
    return value < 0 ? Int64(truncatingIfNeeded: ~kept &+ 1) : Int64(clamping: kept)
  }

  /// Returns whether two histograms have the same entries and the same exactness.
  package static func == (one: IntervalHistogram, two: IntervalHistogram) -> Bool {
    one.isExact == two.isExact && one.entries.elementsEqual(two.entries, by: ==)
  }

  package func hash(into hasher: inout Hasher) {
    for entry in entries { hasher.combine(entry.value) }
  }
}
