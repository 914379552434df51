import PlayheadTimekeeping

/// Finds the position of another player, and by how much it may be wrong, from readings and events.
///
/// It is a pure machine: it has no clock and starts nothing. `docs/contributing/attaching.md` derives its
/// rules. In short: each reading bounds the position from both sides. The bounds advance with the player's
/// speed, and widen with its possible drift. The position is between the bounds that all readings allow.
/// Their middle is published, and approached slowly.
///
/// All numbers are another program's, and may have any value.
package struct PositionEstimator: Sendable {
  /// The position and its bounds, if they are known.
  enum Knowledge {
    case unknown
    case known(PositionBounds, PublishedPosition)
  }

  private(set) var habits: PositionHabits
  var knowledge = Knowledge.unknown
  /// The last event; nil before the first one.
  var event: PlaybackEvent?
  /// The speed at which the player plays; zero while it does not.
  var speed = Speed.zero
  /// The rate of the sound that may wait in the player's output; nil if there is none.
  private var soundSpeed: Speed?
  /// The change of the rate that may not be heard yet.
  private(set) var transition: RateTransition?
  /// Whether the player has stopped without reporting it: its value stays the same for too long.
  var isStalled = false {
    didSet { if isStalled != oldValue { speedDoubt.interrupt() } }
  }
  /// The receipt of the last reading whose own bounds were narrow.
  var lastNarrow: HostInstant?
  /// The newest reading since the player was first read, ignored ones included.
  var previous: PositionReading?
  var drift: ClockDrift
  var noise: ValueNoise
  var doubt = ContradictionDoubt()
  var speedDoubt: SpeedDoubt
  var period = UpdatePeriod()
  var budget = ReadingBudget()

  /// Creates an estimator that knows nothing but the habits of a player.
  package init(_ habits: PositionHabits) {
    self.habits = habits
    drift = ClockDrift(millionths: habits.drift)
    noise = ValueNoise(declared: habits.declaredNoise)
    speedDoubt = SpeedDoubt(memory: habits.longestSpeedMemory)
  }

  /// Sets other habits of the values that follow. The position and its bounds remain.
  mutating func setHabits(_ new: PositionHabits) {
    let level = noise.level
    if new.noise != habits.noise { noise = ValueNoise(declared: new.declaredNoise) }
    if new.drift != habits.drift { drift = ClockDrift(millionths: new.drift) }
    habits = new
    if case .known(var bounds, let published) = knowledge {
      // The values before were as noisy as they were.
      let lost = max(level - noise.level, 0)
      (bounds.low, bounds.high) = (bounds.low - lost, bounds.high + lost)
      knowledge = .known(bounds, published)
    }
    speedDoubt = SpeedDoubt(memory: new.longestSpeedMemory, after: speedDoubt)
    drift.interrupt()
    period.reset()
    (previous, lastNarrow) = (nil, nil)
    event?.isSettled = false
  }

  /// The speeds that are possible now.
  var speeds: SpeedRange {
    var speeds = drift.speeds(speed)
    if isStalled { speeds.slowest = .zero }
    return speeds
  }

  /// Returns bounds as they are at a later instant.
  func advance(_ bounds: PositionBounds, to instant: HostInstant) -> PositionBounds {
    guard let transition, let end = transition.end, bounds.instant < end else {
      return bounds.advanced(to: instant, at: speeds)
    }
    let possible = SpeedRange(
      slowest: min(speeds.slowest, drift.speeds(transition.rates.slowest).slowest),
      fastest: max(speeds.fastest, drift.speeds(transition.rates.fastest).fastest))
    return bounds.advanced(to: min(instant, end), at: possible).advanced(to: instant, at: speeds)
  }

  /// The speed of the published position while it is not being corrected.
  var publishedSpeed: Speed { isStalled ? .zero : speeds.middle }

  var isKnown: Bool { if case .known = knowledge { true } else { false } }

  /// Records that the player is asked for its position, so that it is not asked too often.
  package mutating func willRead(at instant: HostInstant) { budget.spend(at: instant) }

  /// Records another rate: after a change of the rate, a pause (zero) or a stall. The present rate changes nothing.
  ///
  /// The position is continuous, but it is not known which rate applied from `since` to `received`, and sound of the
  /// previous rate may still wait in the player's output. The published position moves to the middle of the bounds,
  /// because the event is a discontinuity, unless readings cannot show it soon.
  package mutating func setRate(_ rate: Rate, since: HostInstant, received: HostInstant) {
    let next = Speed(rate)
    guard event == nil || next != speed else { return }
    let (old, new) = (speeds, drift.speeds(next))
    var changed = PlaybackEvent(since: since, received: received, after: event)
    changed.fastestBefore = speed
    if let event, speed == .zero || !event.isOlder(than: habits.longestHold, at: changed.received) {
      changed.fastestBefore = max(speed, event.fastestBefore)
    }
    let begun = speed == .zero ? start(of: next, at: changed.received) : nil
    let later =
      begun
      ?? RateTransition(
        from: speed > .zero ? speed : soundSpeed, to: next, after: transition,
        lag: habits.longestRateLag, at: changed.received)
    if case .known(let bounds, let published) = knowledge {
      let instant = max(bounds.instant, changed.received)
      var bounds = advance(bounds, to: instant)
      let elapsed = instant.nanoseconds(since: changed.since)
      bounds.low += min(new.slowest.distance(in: elapsed) - old.slowest.distance(in: elapsed), 0)
      bounds.high += max(new.fastest.distance(in: elapsed) - old.fastest.distance(in: elapsed), 0)
      // The position does not go back, whatever the rate was.
      if let previous, let event, event.isSettled, previous.sent >= event.received {
        bounds.low = max(bounds.low, previous.value.wholeNanoseconds)
      }
      let playedOn = playedOn(until: changed.received, at: next)
      bounds.high += playedOn
      start(
        from: bounds, at: new.middle,
        near: later == nil && playedOn == 0 ? nil : published.nanoseconds(at: instant))
    }
    transition = later
    if next > .zero { soundSpeed = next }
    (speed, event, isStalled) = (next, changed, false)
    period.reset()
    drift.interrupt()
    speedDoubt.interrupt()
  }

  /// Returns how much sound of its output the player may have played while it was paused, if it continues.
  private func playedOn(until now: HostInstant, at next: Speed) -> Int128 {
    guard speed == .zero, next > .zero, let soundSpeed, let event else { return 0 }
    let longest = min(habits.longestRateLag, Self.longestOutput)
    return soundSpeed.distance(in: min(now.nanoseconds(since: event.since), longest))
  }

  /// How long an output that is paused plays on, at most, in nanoseconds.
  private static var longestOutput: Int128 { 250_000_000 }

  /// Records that the playhead was moved after `since`: by a seek, by a loop, or to another item.
  ///
  /// The position, if it is known, may be later by `reach`. A new item may have been played before.
  package mutating func restart(
    at position: MediaTime?, within reach: Duration = .zero, isNewItem: Bool = false,
    since: HostInstant, received: HostInstant
  ) {
    var moved = PlaybackEvent(since: since, received: received, after: event)
    moved.lastMove = moved.received
    moved.lastMoveStart = isNewItem ? nil : moved.since
    moved.fastestBefore = max(speed, event?.fastestBefore ?? .zero)
    (event, isStalled, doubt) = (moved, false, ContradictionDoubt())
    // No sound of the position before is played.
    transition = nil
    soundSpeed = speed > .zero ? speed : nil
    drift.interrupt()
    speedDoubt.interrupt()
    guard let position else {
      knowledge = .unknown
      return
    }
    let value = position.wholeNanoseconds
    let elapsed = moved.received.nanoseconds(since: moved.since)
    let played = speeds.fastest.distance(in: elapsed)
    let bounds = PositionBounds(
      instant: moved.received, low: value,
      high: (value + reach.wholeNanoseconds + habits.unit + played).boundedPosition)
    start(from: bounds, at: publishedSpeed)
    transition = start(of: speed, at: moved.received)
  }

  /// Returns the time in which a player that begins to play may not be heard yet; nil if there is none.
  private func start(of speed: Speed, at now: HostInstant) -> RateTransition? {
    guard speed > .zero, habits.longestStartLag > 0 else { return nil }
    return RateTransition(beginning: speed, lag: habits.longestStartLag, at: now)
  }

  /// Publishes the middle of new bounds, or the position that is nearest to another one.
  mutating func start(from bounds: PositionBounds, at speed: Speed, near position: Int128? = nil) {
    let padded = bounds.padded(by: noise.level)
    let middle = position.map { min(max($0, padded.low), padded.high) } ?? padded.middle
    let published = PublishedPosition(
      from: middle, to: middle, at: bounds.instant, speed: speed)
    knowledge = .known(bounds, published)
  }
}

extension MediaTime {
  /// The time in nanoseconds, rounded down and clamped.
  var wholeNanoseconds: Int128 { Int128(nanoseconds(rounding: .down)) }
}

/// How often a player may be asked: once per 250 ms, and up to 22 times at once after a rest.
///
/// Half a minute contains at most 120 readings and the 22 of the rest before it, which is less than 5 a second.
struct ReadingBudget: Equatable, Sendable {
  /// The instant when everything that was asked is paid for.
  private var paid: HostInstant?
  /// The last instant when the player was asked.
  private(set) var last: HostInstant?

  /// The most readings after a rest.
  static let most: Int128 = 22
  private static let interval: Int128 = 250_000_000

  /// Records that the player is asked at an instant.
  mutating func spend(at instant: HostInstant) {
    let rested = instant.advanced(by: -Self.most * Self.interval)
    paid = max(paid ?? rested, rested).advanced(by: Self.interval)
    last = max(last ?? instant, instant)
  }

  /// Records that the player was not asked after all.
  mutating func refund() { paid = paid?.advanced(by: -Self.interval) }

  /// Returns the earliest instant from `instant` on when a number of readings may follow at once.
  func available(_ count: Int128, from instant: HostInstant) -> HostInstant {
    guard let paid else { return instant }
    return max(instant, paid.advanced(by: min(count, Self.most) * Self.interval))
  }
}

/// The time after a change of the rate in which the player may still play at the rate before it: the sound that
/// waits in its output was made for that rate.
struct RateTransition: Equatable, Sendable {
  /// The lowest and the highest of the rates that may apply.
  private(set) var rates: SpeedRange
  /// The instant until which they may apply; nil while the player is paused, which keeps the sound.
  private(set) var end: HostInstant?

  /// A lesser change, in billionths, changes nothing that is seen.
  private static let leastChange: Int128 = 10_000

  /// Creates the transition at a change of the rate; nil if no sound of the rate before can wait.
  init?(
    from old: Speed?, to new: Speed, after earlier: RateTransition?, lag: Int128,
    at now: HostInstant
  ) {
    // Sound waits for at most `lag` nanoseconds. An earlier transition that is not over goes on.
    guard lag > 0, let old else { return nil }
    let rest = earlier.flatMap { $0.isOver(at: now) ? nil : $0 }
    let change = (new.billionths - old.billionths).magnitudeClamped
    guard rest != nil || new > .zero && change > Self.leastChange else { return nil }
    rates = rest?.rates ?? SpeedRange(slowest: old, fastest: old)
    guard new > .zero else { return }
    rates.slowest = min(rates.slowest, new)
    rates.fastest = max(rates.fastest, new)
    end = now.advanced(by: lag)
  }

  /// Creates the transition of a player that begins to play within `lag` nanoseconds.
  init(beginning speed: Speed, lag: Int128, at now: HostInstant) {
    rates = SpeedRange(slowest: .zero, fastest: speed)
    end = now.advanced(by: lag)
  }

  /// Returns whether only the newest rate applies at an instant.
  func isOver(at now: HostInstant) -> Bool { end.map { $0 <= now } ?? false }
}

/// The media time between two updates of a value that the player holds, learned from readings that follow
/// each other closely.
struct UpdatePeriod: Equatable, Sendable {
  /// The least and the greatest period seen, in nanoseconds of media; nil before one was seen.
  private var seen: ClosedRange<Int128>?
  private var count: Int128 = 0

  /// Learns from two successive values, with the media time between their requests, and the longest possible period.
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
