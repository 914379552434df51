import PlayheadTimekeeping

/// How late positions are along the host clock, for diagrams.
package struct LatenessTrace: Hashable, Sendable {
  /// What happens in one interval of the host clock.
  package struct Stretch: StretchValue {
    /// The lateness in nanoseconds; nil if no position is due.
    package var lateness: ClosedRange<Int64>?
    /// The number of stalls, or of steps back, that begin here.
    package var interruptionCount = 0

    package init() {}

    package static func + (one: Self, next: Self) -> Self {
      var both = one
      both.lateness = .joining(one.lateness, next.lateness)
      both.interruptionCount += next.interruptionCount
      return both
    }
  }

  /// The number of values whose median the distribution is counted from. The histogram is most exact there.
  private static let firstCount = 32

  private var values = Stretches<Stretch>(timebase: .nanoseconds)
  private var firstValues: [Int64] = []
  /// The differences from `zero`, which is nil until `firstValues` are complete.
  private var histogram = IntervalHistogram()
  private var zero: Int64?

  package init() {}

  /// The intervals, in their order.
  package var stretches: [Stretch] { values.values }
  /// The host instant at which the first interval begins, as a time; nil without any.
  package var start: MediaTime? { values.start }
  /// The values of the lateness in nanoseconds, in ascending order, each with its number.
  package var distribution: [(value: Int64, count: Int)] {
    guard let zero else { return firstValues.sorted().map { ($0, 1) } }
    return histogram.entries.map { ($0.value &+ zero, $0.count) }
  }
  /// The length of an interval.
  package var length: MediaTime { values.length }

  /// Extends the timeline to an instant at which a position was reported.
  mutating func extend(to instant: HostInstant) { values.add(at: instant.nanoseconds) { _ in } }

  /// Records the lateness of a position, in nanoseconds.
  mutating func add(lateness: Int64, at instant: HostInstant) {
    count(lateness)
    values.add(at: instant.nanoseconds) {
      $0.lateness = .joining($0.lateness, lateness...lateness)
    }
  }

  private mutating func count(_ lateness: Int64) {
    if let zero {
      let (difference, overflow) = lateness.subtractingReportingOverflow(zero)
      if !overflow { histogram.add(difference) }
      return
    }
    firstValues.append(lateness)
    guard firstValues.count == Self.firstCount else { return }
    zero = firstValues.sorted()[Self.firstCount / 2]
    firstValues.forEach { count($0) }
    firstValues = []
  }

  /// Records a stall or a step back.
  mutating func interrupt(at instant: HostInstant) {
    values.add(at: instant.nanoseconds) { $0.interruptionCount += 1 }
  }
}

extension ClosedRange {
  /// Returns the range of both ranges and what is between them; nil without any.
  static func joining(_ one: Self?, _ other: Self?) -> Self? {
    guard let one, let other else { return one ?? other }
    return Swift.min(one.lowerBound, other.lowerBound)...Swift.max(one.upperBound, other.upperBound)
  }
}
