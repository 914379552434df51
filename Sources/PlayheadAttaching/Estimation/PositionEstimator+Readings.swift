import PlayheadTimekeeping

extension PositionEstimator {
  /// Adds a reading, which the published position takes into account from `now` or its receipt on. Returns the change.
  package mutating func add(_ reading: PositionReading, at now: HostInstant? = nil)
    -> ReadingOutcome
  {
    guard reading.received >= reading.sent, reading.sent >= event?.received ?? reading.sent else {
      return .ignored
    }
    let before = newest(before: reading)
    let isNewest = previous.map { $0.sent <= reading.sent } ?? true
    defer { if isNewest { previous = reading } }
    if isStarting(reading, after: before) { return .ignored }
    guard let own = bounds(of: reading, after: before) else { return .ignored }
    event?.isSettled = true
    learn(from: reading, own, after: before)
    if advances {
      speedDoubt.add(own, speed: speeds.middle)
      if let most = speedDoubt.greatestError { doubt.limit(to: most, at: reading.received) }
    }
    let now = max(now ?? reading.received, reading.received)
    guard case .known(let known, let published) = knowledge else {
      return restart(from: own, at: now, published: nil)
    }
    let instant = max(known.instant, now)
    let old = advance(known, to: instant)
    let new = advance(own, to: instant)
    let isAhead = new.low > old.high
    let excess = max(new.low - old.high, old.low - new.high) - 2 * noise.level
    if excess > noise.tolerance {
      drift.interrupt()
      isStalled = !isAhead && before.map { !moved(from: $0, to: reading) } ?? false
      return restart(from: new, at: instant, published: published)
    }
    if let before, moved(from: before, to: reading) { isStalled = false }
    noise.learn(from: new, before: old)
    if advances { drift.add(own, speed: speed, noise: noise.level) }
    guard excess > 0 else {
      return publish(old.relaxed(towards: new).intersection(new), published, else: .consistent)
    }
    let both = PositionBounds(
      instant: instant, low: isAhead ? old.low : max(new.low, new.high - excess),
      high: isAhead ? min(new.high, new.low + excess) : old.high)
    doubt.add(excess + 2 * noise.level, at: instant)
    noise.contradict(by: excess)
    if advances { drift.contradict(ahead: isAhead) }
    return publish(both, published, else: .widened)
  }

  /// Moves the position by nanoseconds, because all values of the player mean another one. Published from `now` on.
  mutating func shift(by distance: Int64, at now: HostInstant) -> ReadingOutcome {
    if var reading = previous {
      let shifted = reading.value.wholeNanoseconds + Int128(distance)
      reading.value = .nanoseconds(Int64(clamping: shifted))
      previous = reading
    }
    drift.interrupt()
    speedDoubt.interrupt()
    guard case .known(let known, let published) = knowledge else { return .ignored }
    var bounds = advance(known, to: max(known.instant, now))
    bounds.low = (bounds.low + Int128(distance)).boundedPosition
    bounds.high = (bounds.high + Int128(distance)).boundedPosition
    return publish(bounds, published, else: .consistent)
  }

  /// Whether a reading says nothing because the player has just begun to play. The first one that counts is a value that
  /// was seen to change, so that no wide bounds are published.
  private func isStarting(_ reading: PositionReading, after before: PositionReading?) -> Bool {
    guard case .known = knowledge, habits.longestStartLag > 0, event?.isSettled == false,
      let end = transition?.end
    else { return false }
    if reading.sent < end { return true }
    if let before, before.sent >= end, before.value != reading.value { return false }
    return reading.sent.nanoseconds(since: end) <= habits.longestHold
  }

  /// Whether the player is known to play.
  private var advances: Bool { speed > .zero && !isStalled }

  /// Returns whether two values differ by more than noise.
  private func moved(from before: PositionReading, to reading: PositionReading) -> Bool {
    let step = reading.value.wholeNanoseconds - before.value.wholeNanoseconds
    return step.magnitudeClamped > 2 * noise.level
  }

  /// Learns when the player computes values, and when the position was last seen well.
  private mutating func learn(
    from reading: PositionReading, _ own: PositionBounds, after before: PositionReading?
  ) {
    if own.width <= habits.unit + max(habits.longestHold / 12, 2_000_000) {
      lastNarrow = reading.received
    }
    guard let before, before.value != reading.value else { return }
    period.learn(
      step: reading.value.wholeNanoseconds - before.value.wholeNanoseconds,
      span: speed.distance(in: reading.received.nanoseconds(since: before.sent)),
      longest: speed.distance(in: habits.longestHold))
  }

  /// Returns the newest reading if a reading was asked for after its receipt.
  private func newest(before reading: PositionReading) -> PositionReading? {
    previous.flatMap { $0.received <= reading.sent ? $0 : nil }
  }

  /// Returns the bounds at the receipt of a reading, or nil if it may be older than the last move of the playhead.
  ///
  /// The player computed the value at most as long before the request as it holds values, and after the previous
  /// request if that had another value. The position has advanced since then.
  private func bounds(
    of reading: PositionReading, after before: PositionReading?
  ) -> PositionBounds? {
    var age = reading.received.nanoseconds(since: reading.sent) + habits.longestHold
    var isNew = habits.longestHold == 0
    if let before, before.value != reading.value {
      age = min(age, reading.received.nanoseconds(since: before.sent))
      isNew = isNew || before.sent >= event?.received ?? before.sent
    }
    if !habits.holdsOverMoves, let start = event?.lastMoveStart {
      age = min(age, reading.received.nanoseconds(since: start))
      // It was not computed at another speed.
      isNew = isNew || start == event?.since
    }
    var advance = speeds.fastest.distance(in: age)
    if let event, !isNew {
      if habits.holdsOverMoves, let move = event.lastMove,
        reading.received.nanoseconds(since: move) < age
      {
        return nil
      }
      // The value may have been computed before the event, and held for the longest time on both sides.
      // A paused player computes none.
      if speed == .zero || !event.isOlder(than: age, at: reading.received) {
        let before = drift.speeds(event.fastestBefore).fastest
        let played = min(reading.received.nanoseconds(since: event.since), age)
        let held = habits.holdsOverMoves ? habits.longestHold : min(habits.longestHold, age)
        advance = before.distance(in: held) + speeds.fastest.distance(in: played)
      }
    }
    let value = reading.value.wholeNanoseconds
    return PositionBounds(
      instant: reading.received, low: value,
      high: (value + habits.unit + advance).boundedPosition)
  }

  /// Publishes the position of a reading that contradicts all others, or is the first one.
  private mutating func restart(
    from bounds: PositionBounds, at now: HostInstant, published: PublishedPosition?
  ) -> ReadingOutcome {
    let bounds = advance(bounds, to: now)
    start(from: bounds, at: publishedSpeed)
    let old = published?.nanoseconds(at: now)
    let new = bounds.padded(by: noise.level).middle
    if let old { doubt.add(new - old, at: now) }
    return .restarted(from: old.map { .position($0) }, to: .position(new))
  }

  /// Publishes the position of new bounds: by a gradual correction, or by a jump if that would take too long.
  private mutating func publish(
    _ bounds: PositionBounds, _ published: PublishedPosition, else outcome: ReadingOutcome
  ) -> ReadingOutcome {
    let (start, padded) = (
      published.nanoseconds(at: bounds.instant), bounds.padded(by: noise.level)
    )
    let (error, middle) = (padded.middle - start, publishedSpeed)
    let isOutside = start < padded.low || start > padded.high
    let jumps =
      speed == .zero
      ? error.magnitudeClamped > Self.leastJump
      : isOutside && !PublishedPosition.canSlew(error, at: middle)
    let target = padded.middle
    knowledge = .known(
      bounds,
      PublishedPosition(from: jumps ? target : start, to: target, at: bounds.instant, speed: middle)
    )
    return jumps ? .corrected(from: .position(start), to: .position(target)) : outcome
  }

  /// A paused player's position is not corrected by less, in nanoseconds.
  private static var leastJump: Int128 { 100_000 }
}

extension PositionEstimator {
  /// Returns the published timeline from an instant on, not before the last reading; nil while it is unknown.
  package func estimate(at instant: HostInstant) -> PositionEstimate? {
    guard case .known(let bounds, let published) = knowledge else { return nil }
    let instant = max(instant, published.start)
    let (timeline, end) = published.timeline(at: instant)
    let allowed = advance(bounds, to: instant).padded(by: noise.level)
    let position = Int128(timeline.mediaAnchor.nanoseconds(rounding: .down))
    // Before its start, an item is at zero.
    let error = max(max(allowed.high, 0) - position, position - max(allowed.low, 0))
    let doubt = max(doubt.distance(at: instant), speedDoubt.distance(at: instant))
    let uncertainty = Int64(clamping: error + doubt)
    let ends = [end, transition?.end].compactMap(\.self).filter { $0 > instant }
    return PositionEstimate(
      timeline: timeline, end: ends.min(), uncertainty: .nanoseconds(uncertainty))
  }
}

extension MediaTime {
  /// A position in nanoseconds, clamped.
  static func position(_ nanoseconds: Int128) -> MediaTime {
    .nanoseconds(Int64(clamping: Swift.max(nanoseconds, 0)))
  }
}
