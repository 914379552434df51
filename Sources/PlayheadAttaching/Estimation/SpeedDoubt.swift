import PlayheadTimekeeping

/// The doubt that remains because a player's values advance at another speed than its position.
///
/// mpv subtracts a delay that PulseAudio's client library computes with its own clock. If the server is late at the
/// beginning of a sound, this clock has a wrong speed at first. Every 1.5 s about three tenths of that are corrected.
/// The error of the values is the error of this speed times some seconds: `docs/contributing/attaching.md` has the
/// figures.
struct SpeedDoubt: Sendable {
  /// The least time between two readings that show a speed.
  static let shortest: Int128 = 250_000_000
  private static let longest: Int128 = 2_000_000_000
  /// The error of two readings together that shows no wrong speed, in nanoseconds.
  private static let jitter: Int128 = 400_000
  /// For how long a wrong speed counts, less and less.
  private static let length: Int128 = 10_000_000_000
  /// The greatest doubt, in nanoseconds.
  private static let greatest: Int128 = 300_000_000

  /// A value is wrong by at most the error of its speed times these nanoseconds; zero if the speed causes no error.
  let memory: Int128
  /// The readings of the last two seconds.
  private var readings: [PositionBounds] = []
  private var doubt: Int128 = 0
  private var start = HostInstant(nanoseconds: .min)

  init(memory: Int128) { self.memory = memory }

  /// Creates the doubt of a player whose habits have changed: earlier findings remain.
  init(memory: Int128, after old: SpeedDoubt) {
    (self.memory, doubt, start) = (memory, old.doubt, old.start)
  }

  /// Adds the bounds at the receipt of a reading, and the known speed of the position.
  mutating func add(_ bounds: PositionBounds, speed: Speed) {
    guard memory > 0, speed > .zero else { return }
    if let last = readings.last, last.instant > bounds.instant { return }
    readings.removeAll { bounds.instant.nanoseconds(since: $0.instant) > Self.longest }
    defer { readings.append(bounds) }
    guard let first = readings.first else { return }
    let elapsed = bounds.instant.nanoseconds(since: first.instant)
    guard elapsed >= Self.shortest else { return }
    let step = bounds.middle - first.middle - speed.distance(in: elapsed)
    let wrong = step.magnitudeClamped - (bounds.width + first.width) / 2 - Self.jitter
    guard wrong <= ContradictionDoubt.greatest else { return interrupt() }
    let found = min(max(wrong, 0) * memory / elapsed, Self.greatest)
    if found >= distance(at: bounds.instant) { (doubt, start) = (found, bounds.instant) }
  }

  /// Whether more readings are needed to show a speed.
  var isBlind: Bool { memory > 0 && readings.count < 3 }

  /// Forgets the readings, because the position or the rate was changed.
  mutating func interrupt() { readings = [] }

  /// The amount added to the uncertainty at an instant, in nanoseconds.
  func distance(at now: HostInstant) -> Int128 {
    let rest = Self.length - now.nanoseconds(since: start)
    return doubt * min(max(rest, 0), Self.length) / Self.length
  }
}
