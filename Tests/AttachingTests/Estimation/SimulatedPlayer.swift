import PlayheadTestEnvironment
import PlayheadTimekeeping

@testable import PlayheadAttaching

/// A player whose true position is known. It computes a value now and then, and holds it until the next one.
struct SimulatedPlayer {
  /// How a player computes and sends its values. Times are in nanoseconds.
  struct Model {
    /// The time between two computations; nil if each value is computed when it is asked for.
    var period: ClosedRange<Int64>?
    /// The unit to which values are rounded down.
    var unit: Int64 = 1_000
    /// By how much a value may be wrong, either way.
    var noise: Int64 = 0
    /// By how much values fall behind in the first second. Their clock is corrected after three seconds and then
    /// every 1.5 s, each time by three tenths.
    var wander: Int64 = 0
    /// The drift of the player's clock in millionths.
    var drift: Int64 = 0
    /// The time from a request to its reply.
    var roundTrip: ClosedRange<Int64> = 200_000...400_000
    /// Of how many replies one is late by up to 80 ms, and of how many one is lost; 0 for none.
    var late = 0
    var lost = 0
  }

  let model: Model
  /// What is added to values, in nanoseconds.
  var error: Int64 = 0
  private(set) var random: SplitMix64
  /// The speed in millionths, without the drift.
  private(set) var speed: Int64
  private var anchor: (instant: Int64, position: Int64)
  /// The value that is held, and the instant of the next computation.
  private var held: Int64 = 0
  private var nextComputation: Int64

  init(
    _ model: Model, position: Int64, speed: Int64 = 1_000_000, at instant: Int64 = 0, seed: UInt64
  ) {
    (self.model, self.speed) = (model, speed)
    random = SplitMix64(seed: seed)
    anchor = (instant, position)
    nextComputation = instant
    advance(to: instant)
  }

  /// Returns the true position at an instant since the last event.
  func position(at instant: Int64) -> Int64 {
    let elapsed = Int128(instant - anchor.instant)
    let millionths = Int128(speed) * (1_000_000 + Int128(model.drift))
    return anchor.position + Int64(elapsed * millionths / 1_000_000_000_000)
  }

  /// Changes the speed, or the position too, at an instant.
  mutating func change(speed: Int64, position: Int64? = nil, at instant: Int64) {
    advance(to: instant)
    anchor = (instant, position ?? self.position(at: instant))
    self.speed = speed
    if position != nil { nextComputation = instant }
  }

  /// Returns the value that the player sends at an instant.
  mutating func value(at instant: Int64) -> MediaTime {
    guard model.period != nil else { return .nanoseconds(computed(at: instant)) }
    advance(to: instant)
    return .nanoseconds(held)
  }

  /// Returns a number of a range.
  mutating func number(in range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }

  private mutating func advance(to instant: Int64) {
    guard let period = model.period else { return }
    while nextComputation <= instant {
      if speed > 0 || nextComputation == anchor.instant { held = computed(at: nextComputation) }
      nextComputation += number(in: period)
    }
  }

  private func wander(at instant: Int64) -> Int64 {
    let elapsed = (instant - anchor.instant) / 1_000_000
    if elapsed < 3_000 { return model.wander * elapsed / 1_000 }
    let slope = (0..<elapsed / 1_500 - 1).reduce(model.wander) { slope, _ in slope * 7 / 10 }
    return slope * (2_700 + elapsed % 1_500) / 1_000
  }

  private mutating func computed(at instant: Int64) -> Int64 {
    let noise = number(in: -model.noise...model.noise) + error
    let noisy = position(at: instant) + noise - wander(at: instant)
    return noisy - (noisy % model.unit + model.unit) % model.unit
  }
}
