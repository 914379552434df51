/// Counts integers by their distance from the median of the first ones, in constant memory. So values near it are exact,
/// or nearly so, even if they are large or a few are far away.
package struct CenteredHistogram: Hashable, Sendable {
  /// The number of values whose median is the center.
  private static let firstCount = 32

  private var firstValues: [Int64] = []
  /// Nil until there are enough first values.
  private var center: Int64?
  /// The differences from the center.
  private var differences = IntervalHistogram()

  /// The values in ascending order, each with its number of occurrences.
  package var entries: [(value: Int64, count: Int)] {
    guard let center else { return firstValues.sorted().map { ($0, 1) } }
    return differences.entries.map { ($0.value &+ center, $0.count) }
  }

  /// Counts a value. One whose distance from the center is no `Int64` is ignored.
  mutating func add(_ value: Int64) {
    guard let center else { return addFirst(value) }
    let (difference, overflow) = value.subtractingReportingOverflow(center)
    if !overflow { differences.add(difference) }
  }

  private mutating func addFirst(_ value: Int64) {
    firstValues.append(value)
    guard firstValues.count == Self.firstCount else { return }
    center = firstValues.sorted()[Self.firstCount / 2]
    firstValues.forEach { add($0) }
    firstValues = []
  }
}
