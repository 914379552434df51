/// How often each of many whole numbers (ticks, nanoseconds) came, in constant memory.
///
/// It is exact up to 4,096 distinct numbers. From the next one on numbers are kept to their six
/// leading bits, below 3.2 % off, of which there are never more than that; `isExact` tells.
public struct IntervalHistogram: Hashable, Sendable {
  /// Up to how many distinct numbers it is exact.
  public static let greatestDistinctCount = 4_096

  /// Whether every number is kept as it came.
  public private(set) var isExact = true
  private var counts: [Int64: Int] = [:]
  /// Equal numbers in a row are counted here first, which costs no hashing.
  private var run: (value: Int64, count: Int) = (0, 0)
  private var most: (value: Int64, count: Int) = (0, 0)

  public init() {}

  /// Counts a number once more.
  public mutating func add(_ value: Int64) {
    if value == run.value {
      run.count += 1
    } else {
      settle()
      run = (value, 1)
    }
  }

  /// How many numbers were added.
  public var count: Int { counts.values.reduce(run.count, +) }

  public var isEmpty: Bool { counts.isEmpty && run.count == 0 }

  /// The number that came most often; nil where there is none.
  var mostFrequent: Int64? {
    if run.count > most.count { return run.value }
    return most.count > 0 ? most.value : nil
  }

  /// Each number and how often it came, in ascending order.
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

  /// The number with all but its six leading bits zero.
  private static func coarse(_ value: Int64) -> Int64 {
    let magnitude = value.magnitude
    let shift = max(UInt64.bitWidth - magnitude.leadingZeroBitCount - 6, 0)
    let kept = (magnitude >> shift) << shift
    return value < 0 ? Int64(truncatingIfNeeded: ~kept &+ 1) : Int64(clamping: kept)
  }

  public static func == (one: IntervalHistogram, two: IntervalHistogram) -> Bool {
    one.isExact == two.isExact && one.entries.elementsEqual(two.entries, by: ==)
  }

  public func hash(into hasher: inout Hasher) {
    for entry in entries { hasher.combine(entry.value) }
  }
}
