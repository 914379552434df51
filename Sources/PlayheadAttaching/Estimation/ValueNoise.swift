/// By how much a player's values may be wrong: as declared at first, then as seen.
///
/// If the bounds of all readings together cross, half of their overlap is the least noise that explains them. The noise
/// is a quarter more than the greatest that was seen. After many readings with narrow bounds it may be less than
/// declared: twice the greatest, and at least half of the declared noise. Old overlaps count less and less.
struct ValueNoise: Equatable, Sendable {
  /// The noise that was declared, in nanoseconds.
  let declared: Int128
  /// The least noise that explains the readings, in nanoseconds.
  private var greatest: Int128 = 0
  /// How many narrow readings have been seen, up to `enough`.
  private var count = 0

  /// The number of narrow readings that show the noise.
  private static let enough = 64

  init(declared: Int128) { self.declared = declared }

  /// Whether enough narrow readings have been seen.
  var isLearned: Bool { count >= Self.enough }

  /// The noise in nanoseconds.
  var level: Int128 {
    if isLearned, 2 * greatest < declared { return max(2 * greatest, declared / 2) }
    return min(max(greatest * 5 / 4, declared), 4 * declared + 2_000_000)
  }

  /// By how much a reading may contradict the others beyond the noise, if the position has not jumped.
  var tolerance: Int128 { max(declared, level) + 1_000_000 }

  /// Learns from the bounds of a reading and those of the readings before it, at the same instant.
  mutating func learn(from own: PositionBounds, before others: PositionBounds) {
    let overlap = -own.intersection(others).width
    greatest = max(greatest - greatest / 256, min(overlap / 2, level + tolerance))
    let narrow = max(2 * declared, 1_000_000)
    if own.width <= narrow, others.width <= narrow / 4, count < Self.enough { count += 1 }
  }

  /// Learns from a contradiction beyond the noise, but within the tolerance.
  mutating func contradict(by excess: Int128) {
    greatest = max(greatest, level + excess / 2)
    count = 0
  }
}

extension Int128 {
  /// The magnitude of a bounded position.
  var magnitudeClamped: Int128 { self < 0 ? -boundedPosition : boundedPosition }
}
