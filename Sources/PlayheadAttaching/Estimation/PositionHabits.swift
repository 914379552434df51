/// How the values of a kind of player differ from its position, before anything was learned of the player itself.
package struct PositionHabits: Equatable, Sendable {
  /// The unit to which values are rounded down; zero if they are exact to a microsecond.
  package var resolution: Duration
  /// For how long the player may hold a value before it computes the next one; zero if each request gets a new one.
  package var hold: Duration
  /// By how much a value may be wrong, either way, when the player computes it.
  package var noise: Duration
  /// The usual drift of the player's clock in millionths; until it is proven, two and a half times as much is allowed.
  package var drift: Int
  /// A value is wrong by at most the error of its speed times this; zero if the speed is not known to cause errors.
  package var speedMemory: Duration = .zero
  /// For how long the player may play on at the rate before, after it has reported another one.
  package var rateLag: Duration = .zero
  /// For how long the player may not be heard yet, and its values may be wrong, after it has begun to play or was moved.
  package var startLag: Duration = .zero
  /// Whether a value may still be that of the position before, after the playhead was moved.
  package var holdsOverMoves = true

  package init(
    resolution: Duration = .zero, hold: Duration = .zero, noise: Duration = .zero, drift: Int = 200
  ) {
    (self.resolution, self.hold, self.noise, self.drift) = (resolution, hold, noise, drift)
  }
}

extension PositionHabits {
  /// The unit of the values in nanoseconds: at least a microsecond, at most a day.
  var unit: Int128 { min(max(resolution.wholeNanoseconds, 1_000), .day) }
  /// The longest time for which a value is held, in nanoseconds; at most a day.
  var longestHold: Int128 { min(hold.wholeNanoseconds, .day) }
  /// For how many nanoseconds another rate may apply later than it is reported; at most a day.
  var longestRateLag: Int128 { min(rateLag.wholeNanoseconds, .day) }
  /// For how many nanoseconds the player may not be heard yet; at most a day.
  var longestStartLag: Int128 { min(startLag.wholeNanoseconds, .day) }
  /// In how many nanoseconds a wrong speed leads to the error of the values; at most a day.
  var longestSpeedMemory: Int128 { min(speedMemory.wholeNanoseconds, .day) }
  /// The declared noise in nanoseconds; at most a day.
  var declaredNoise: Int128 { min(noise.wholeNanoseconds, .day) }
}

extension Int128 {
  fileprivate static var day: Int128 { 86_400_000_000_000 }
}
