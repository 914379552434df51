/// Counts values in intervals of equal length, in constant memory. The length doubles when the values need more
/// intervals than there may be.
package struct EvenHistogram: Hashable, Sendable {
  private static let capacity = 4_096

  /// The binary logarithm of the length of an interval.
  private var shift: Int64 = 10
  /// The number of the first interval: that from 0 on has the number 0.
  private var first: Int64 = 0
  /// The number of values in each interval.
  package private(set) var counts: [Int] = []

  /// Creates an empty histogram.
  package init() {}

  /// The length of an interval.
  package var length: Int64 { 1 << shift }
  /// The least value of the first interval.
  package var start: Int64 { first << shift }

  /// Counts a value.
  package mutating func add(_ value: Int64) {
    if counts.isEmpty { first = value >> shift }
    while true {
      let index = value >> shift
      let last = first + Int64(counts.count) - 1
      if max(index, last) - min(index, first) < Self.capacity { break }
      doubleLength()
    }
    let index = value >> shift
    if index < first {
      counts.insert(contentsOf: repeatElement(0, count: Int(first - index)), at: 0)
      first = index
    }
    let place = Int(index - first)
    if place >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: place - counts.count + 1))
    }
    counts[place] += 1
  }

  /// Returns the number of the interval, from 0 on, that has the value with this share of the values below it; nil
  /// without values.
  package func interval(atShare share: Double) -> Int? {
    let total = counts.reduce(0, +)
    var before = 0.0
    for (index, count) in counts.enumerated() where count > 0 {
      before += Double(count)
      if before > share * Double(total) { return index }
    }
    return counts.isEmpty ? nil : counts.count - 1
  }

  private mutating func doubleLength() {
    let start = first >> 1
    var halves = [Int](repeating: 0, count: Int((first + Int64(counts.count) - 1) >> 1 - start) + 1)
    for (index, count) in counts.enumerated() {
      halves[Int((first + Int64(index)) >> 1 - start)] += count
    }
    (first, counts) = (start, halves)
    shift += 1
  }
}
