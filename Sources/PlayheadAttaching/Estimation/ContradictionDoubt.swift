import PlayheadTimekeeping

/// The doubt that remains after values have contradicted those before them, without an event.
///
/// Either the values before were wrong, or the sound was interrupted. Correct values may be on either side. So the
/// distance of each contradiction is added to the uncertainty at first, and less and less of it later.
struct ContradictionDoubt: Equatable, Sendable {
  private static let length: Int128 = 20_000_000_000
  /// Over a greater distance the playhead was moved, in nanoseconds.
  static let greatest: Int128 = 100_000_000

  private var distance: Int128 = 0
  /// The instant of the last contradiction.
  private var start = HostInstant(nanoseconds: .min)

  /// Adds a contradiction by a number of nanoseconds, either way.
  mutating func add(_ found: Int128, at now: HostInstant) {
    let found = found.magnitudeClamped
    let isSmall = found <= Self.greatest
    (distance, start) = (isSmall ? min(distance(at: now) + found, Self.greatest) : 0, now)
  }

  /// The values that followed show that none of them is wrong by more.
  mutating func limit(to most: Int128, at now: HostInstant) {
    if distance(at: now) > most { (distance, start) = (most, now) }
  }

  /// The amount added to the uncertainty at an instant, in nanoseconds.
  func distance(at now: HostInstant) -> Int128 {
    let rest = Self.length - now.nanoseconds(since: start)
    return distance * min(max(rest, 0), Self.length) / Self.length
  }
}
