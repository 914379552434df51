import PlayheadTimekeeping

extension PositionEstimator {
  /// Returns when to ask the player again, so that the uncertainty stays in bounds; nil before the first event.
  ///
  /// That is often after an event, until the speed of its values is known too. If the uncertainty approaches the bound,
  /// it is when a value is expected to change, because a change shows most. Otherwise it is about once a second, to see
  /// unreported seeks, and every ten seconds around a change, to see small jumps; never while a known position is
  /// paused.
  package func nextReading(after now: HostInstant, bound: Duration) -> HostInstant? {
    guard let event else { return nil }
    if case .known = knowledge, let transition, !transition.isOver(at: now) {
      // Values of that time show nothing.
      return transition.end.map { budget.available(1, from: $0) }
    }
    guard event.isSettled, case .known(let bounds, _) = knowledge else {
      let isNew = !event.isOlder(than: Self.eagerness, at: now)
      let spacing = isNew ? spacing(across: habits.longestHold) : Self.rest
      return budget.available(1, from: asked(spacing, from: now))
    }
    guard speed > .zero else { return nil }
    if isStalled {
      return budget.available(Self.reserve + 1, from: asked(Self.rest / 4, from: now))
    }
    let rest = speedDoubt.isBlind ? SpeedDoubt.shortest : varied(Self.rest)
    let received = previous?.received.advanced(by: rest) ?? now
    let check = max(received, asked(rest, from: now))
    let wide = instant(of: bounds.padded(by: noise.level), reaching: bound, from: now)
    let need = min(wide, max(now, lastNarrow?.advanced(by: Self.proof) ?? now))
    guard need < check else { return budget.available(1, from: check) }
    return min(narrowing(bounds, from: need), budget.available(1, from: check))
  }

  /// Returns the instant when the uncertainty is three quarters of the bound.
  private func instant(
    of bounds: PositionBounds, reaching bound: Duration, from now: HostInstant
  ) -> HostInstant {
    // Noise sets a limit to the uncertainty. Once it is learned, more readings would be wasted.
    let least = noise.isLearned ? noise.level * 5 / 3 : 0
    let reachable = max(min(bound.wholeNanoseconds, 1 << 62), least)
    let rest = reachable * 3 / 2 - bounds.width
    guard rest > 0 else { return now }
    guard let time = speeds.spread.nanoseconds(for: rest) else { return .init(nanoseconds: .max) }
    return max(now, bounds.instant.advanced(by: time))
  }

  /// Returns the instant for the next reading that makes the bounds narrower.
  private func narrowing(_ bounds: PositionBounds, from need: HostInstant) -> HostInstant {
    guard let previous, habits.longestHold > 0 || habits.unit > 1_000_000 else {
      return budget.available(Self.reserve + 1, from: asked(50_000_000, from: need))
    }
    // The next value is expected while the position passes from `value + next.lowerBound` to
    // `value + next.upperBound`, and the position is known within the bounds.
    let value = previous.value.wholeNanoseconds
    let next = period.next(unit: habits.unit, longest: speed.distance(in: habits.longestHold))
    let allowed = bounds.padded(by: noise.level)
    let first = speeds.fastest.nanoseconds(for: value + next.lowerBound - allowed.high) ?? 0
    let last = speeds.slowest.nanoseconds(for: value + next.upperBound - allowed.low) ?? 0
    // After a small jump, changes are not where they are expected. The search extends for five seconds, and
    // then again, because a longer search is also a coarser one.
    let overdue = lastNarrow.map { need.nanoseconds(since: $0) - Self.proof } ?? 0
    let margin = min(max(overdue, 0) % 5_000_000_000 / 200, habits.longestHold / 2)
    let width = max(last - first, 0) + 2 * margin
    let spacing = spacing(across: width)
    let roundTrip = previous.received.nanoseconds(since: previous.sent)
    let start = bounds.instant.advanced(by: first - margin - min(roundTrip, 5_000_000))
    let end = bounds.instant.advanced(by: last + margin)
    if let asked = budget.last, asked >= start, end > need {
      return budget.available(Self.reserve + 1, from: self.asked(spacing, from: need))
    }
    // A search begins if enough readings are left for it. If the change has been missed, this reading shows
    // when to expect the next.
    let count = min(width / spacing + 2, Self.longestSearch)
    let ready = budget.available(Self.reserve + count, from: need)
    return max(start, asked(spacing, from: ready))
  }

  /// Returns the time between the readings that look for a change within a time.
  private func spacing(across time: Int128) -> Int128 {
    min(max(time / 8, 1_000_000), 50_000_000)
  }

  /// Returns the earliest instant from `now` on that is a time after the last request.
  private func asked(_ spacing: Int128, from now: HostInstant) -> HostInstant {
    max(now, budget.last?.advanced(by: spacing) ?? now)
  }

  /// Shortens a time by up to a quarter, differently for each request: values may be computed at fixed intervals.
  private func varied(_ time: Int128) -> Int128 {
    let last = UInt64(bitPattern: budget.last?.nanoseconds ?? 0)
    return time - time / 4 * Int128((last &* 0x9e37_79b9_7f4a_7c15) >> 48) / 65_536
  }

  /// The most readings in a search for a change.
  private static var longestSearch: Int128 { 10 }
  /// Readings that are kept for events.
  private static var reserve: Int128 { 3 }
  /// The longest time between readings.
  private static var rest: Int128 { 1_000_000_000 }
  /// The longest time between readings with narrow bounds.
  private static var proof: Int128 { 10_000_000_000 }
  /// For how long the player is asked often after an event.
  private static var eagerness: Int128 { 2_000_000_000 }
}
