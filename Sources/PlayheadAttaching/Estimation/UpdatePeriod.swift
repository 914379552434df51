/// The media time between two updates of a value that the player holds, learned from readings that follow
/// each other closely.
struct UpdatePeriod: Hashable, Sendable {
  /// The least and the greatest period seen, in nanoseconds of media; nil before one was seen.
  private var seen: ClosedRange<Int128>?
  private var count: Int128 = 0

  /// Learns from two successive values.
  ///
  /// - Parameters:
  ///   - span: The media time between the requests for them.
  ///   - longest: The longest period that is possible.
  mutating func learn(step: Int128, span: Int128, longest: Int128) {
    // A step that is much longer than the time between the readings is a single one, unless the periods
    // differ by more than a factor of two.
    guard step > 0, step >= 3 * span, step <= 2 * longest else { return }
    count = min(count + 1, 16)
    guard let old = seen else {
      seen = step...step
      return
    }
    // Old extremes count less and less.
    let relaxed = (old.upperBound - old.lowerBound) / 64
    seen = min(old.lowerBound + relaxed, step)...max(old.upperBound - relaxed, step)
  }

  /// Forgets the periods, because the rate was changed.
  mutating func reset() { self = UpdatePeriod() }

  /// Returns the media time after a value in which the next one is expected.
  func next(unit: Int128, longest: Int128) -> ClosedRange<Int128> {
    if unit > longest { return unit...(unit + longest) }
    guard let seen else { return 0...(longest + unit) }
    let margin = seen.upperBound / (8 + 8 * count)
    return max(seen.lowerBound - margin, 0)...(seen.upperBound + margin + unit)
  }
}
