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
  /// The least and the longest time between two readings that show each speed in it.
  private static let (shortestPart, longestPart): (Int128, Int128) = (450_000_000, 1_100_000_000)
  /// A greater doubt is worth more readings.
  private static let small: Int128 = 10_000_000
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
  /// The greatest error that the speeds of the last second allow, in nanoseconds; nil if they are not known.
  private(set) var greatestError: Int128?

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
    let (step, noise) = step(from: first, to: bounds, speed)
    guard step - noise <= ContradictionDoubt.greatest else { return interrupt() }
    let found = min(max(step - noise, 0) * memory / elapsed, Self.greatest)
    let left = distance(at: bounds.instant)
    greatestError = greatestError(until: bounds, speed)
    let most = min(greatestError ?? left, left)
    if max(found, most) != left { (doubt, start) = (max(found, most), bounds.instant) }
  }

  /// By how much two readings differ from a speed, and by how much noise explains.
  private func step(
    from old: PositionBounds, to new: PositionBounds, _ speed: Speed
  ) -> (step: Int128, noise: Int128) {
    let elapsed = new.instant.nanoseconds(since: old.instant)
    let step = (new.middle - old.middle - speed.distance(in: elapsed)).magnitudeClamped
    return (step, (new.width + old.width) / 2 + Self.jitter)
  }

  /// The greatest error of values that pass at the speeds of the last second; nil if readings do not show them: a value
  /// that drifts and jumps back may have any mean speed in a longer time.
  private func greatestError(until last: PositionBounds, _ speed: Speed) -> Int128? {
    var (end, greatest) = (last, Int128(0))
    for one in readings.reversed() {
      let elapsed = end.instant.nanoseconds(since: one.instant)
      if elapsed < Self.shortestPart { continue }
      if elapsed > Self.longestPart { return nil }
      let (step, noise) = step(from: one, to: end, speed)
      greatest = max(greatest, (step + noise) * memory / elapsed)
      if last.instant.nanoseconds(since: one.instant) >= Self.longestPart { return greatest }
      end = one
    }
    return nil
  }

  /// Whether more readings are needed to show a speed.
  var isBlind: Bool {
    guard memory > 0 else { return false }
    return readings.count < 3
      || readings.last.map { distance(at: $0.instant) > Self.small } == true
  }

  /// Forgets the readings, because the position or the rate was changed.
  mutating func interrupt() { (readings, greatestError) = ([], nil) }

  /// The amount added to the uncertainty at an instant, in nanoseconds.
  func distance(at now: HostInstant) -> Int128 {
    let rest = Self.length - now.nanoseconds(since: start)
    return doubt * min(max(rest, 0), Self.length) / Self.length
  }
}
