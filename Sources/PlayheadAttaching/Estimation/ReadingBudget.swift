import PlayheadTimekeeping

/// How often a player may be asked: once per 250 ms, and up to 22 times at once after a rest.
///
/// Half a minute contains at most 120 readings and the 22 of the rest before it, which is less than 5 a second.
struct ReadingBudget: Hashable, Sendable {
  /// The instant when everything that was asked is paid for.
  private var paid: HostInstant?
  /// The last instant when the player was asked.
  private(set) var last: HostInstant?

  /// The most readings after a rest.
  static let most: Int128 = 22
  private static let interval: Int128 = 250_000_000

  /// Records that the player is asked at an instant.
  mutating func take(at instant: HostInstant) {
    let rested = instant.advanced(by: -Self.most * Self.interval)
    paid = max(paid ?? rested, rested).advanced(by: Self.interval)
    last = max(last ?? instant, instant)
  }

  /// Returns the earliest instant from `instant` on when a number of readings may follow at once.
  func available(_ count: Int128, from instant: HostInstant) -> HostInstant {
    guard let paid else { return instant }
    return max(instant, paid.advanced(by: min(count, Self.most) * Self.interval))
  }
}
