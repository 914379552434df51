import PlayheadTimekeeping

/// The time after a change of the rate in which the player may still play at the rate before it: the sound that
/// waits in its output was made for that rate.
struct RateTransition: Hashable, Sendable {
  /// The lowest and the highest of the rates that may apply.
  private(set) var rates: SpeedRange
  /// The instant until which they may apply; nil while the player is paused, which keeps the sound.
  private(set) var end: HostInstant?

  /// Creates the transition that a change of the rate begins or continues; nil if there is none.
  ///
  /// - Parameters:
  ///   - old: The rate of the sound that may wait; nil if there is none.
  ///   - new: The new rate; zero for a pause.
  ///   - earlier: The transition until now.
  ///   - lag: The longest time for which sound waits, in nanoseconds.
  ///   - now: The instant of the change.
  init?(
    from old: Speed?, to new: Speed, after earlier: RateTransition?, lag: Int128,
    at now: HostInstant
  ) {
    guard lag > 0, let old else { return nil }
    let rest = earlier.flatMap { $0.isOver(at: now) ? nil : $0 }
    guard rest != nil || new > .zero && new != old else { return nil }
    rates = rest?.rates ?? SpeedRange(slowest: old, fastest: old)
    guard new > .zero else { return }
    rates.slowest = min(rates.slowest, new)
    rates.fastest = max(rates.fastest, new)
    end = now.advanced(by: lag)
  }

  /// Returns whether only the newest rate applies at an instant.
  func isOver(at now: HostInstant) -> Bool { end.map { $0 <= now } ?? false }
}
