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

  private var values = Stretches<Stretch>(timebase: .nanoseconds)

  package init() {}

  /// The intervals, in their order.
  package var stretches: [Stretch] { values.values }
  /// When the first interval begins on the host clock; nil without any.
  package var start: MediaTime? { values.start }
  package var length: MediaTime { values.length }

  /// Records a position, with its lateness in nanoseconds. A stall or a step back is an interruption.
  mutating func add(at instant: HostInstant, lateness: Int64?, isInterruption: Bool) {
    values.add(at: instant.nanoseconds) {
      $0.lateness = .joining($0.lateness, lateness.map { $0...$0 })
      $0.interruptionCount += isInterruption ? 1 : 0
    }
  }
}

extension ClosedRange {
  /// Returns the smallest range that contains both; nil without any.
  static func joining(_ one: Self?, _ other: Self?) -> Self? {
    guard let one, let other else { return one ?? other }
    return Swift.min(one.lowerBound, other.lowerBound)...Swift.max(one.upperBound, other.upperBound)
  }
}
