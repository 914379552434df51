import PlayheadTimekeeping

/// Deliveries.
extension ProgressMachine {
  /// Returns what to do for a reading, with the frames of `frameRequest`. Call it again after a value, see `rest`.
  mutating func next(_ reading: PlaybackReading, _ supply: FrameBoundaryFeed? = nil) -> Step {
    awaited = nil
    if reading.state == .closed || isFinished { return .complete }
    if reading.sequence < changes.sequence { return .readAgain }
    replaceTimes(at: reading)
    if gate.demand == .none { skipUnrequested(reading, supply) }
    if reading.isClosed, changes.isEmpty, reading.sequence == changes.sequence {
      return .complete
    }
    let lastCause = lastCause(reading)
    let isLast =
      lastCause != nil && changes.isEmpty && reading.sequence == changes.sequence
    if gate.demand == .none {
      return isLast && !changes.keepsNewest ? .complete : .wait(until: nil)
    }
    var hasFrames = false
    if gate.skipsBoundaries {
      admitBoundaries(from: reading, supply)
    } else if let supply, reading.sequence == changes.sequence {
      hasFrames = true
      skip(boundaries?.frames?.follow(supply))
    } else if boundaries?.frames != nil, reading.sequence > changes.sequence {
      // The frames of this pass may come with the discontinuity that ended it.
      return .wait(until: nil)
    }
    if !changes.isEmpty { return nextChange(reading) }
    guard reading.sequence == changes.sequence else { return .wait(until: nil) }
    // The subscriber came after the change.
    if let lastCause { return deliver(lastCause, due: reading.position, reading) }
    return nextCrossed(reading, hasFrames: hasFrames)
  }

  /// Skips what the subscriber has not requested.
  private mutating func skipUnrequested(_ reading: PlaybackReading, _ supply: FrameBoundaryFeed?) {
    if !gate.skipsBoundaries { skipQueuedBoundaries() }
    gate.close()
    skipBoundaries(through: reading, supply)
    changes.dropUnrequested()
  }

  /// Delivers the first discontinuity, or a boundary that was crossed before it.
  private mutating func nextChange(_ reading: PlaybackReading) -> Step {
    let entry = changes.entries[0]
    let change = entry.change
    var boundary: Boundary?
    if boundaries != nil, !entry.hasSkippedBoundaries {
      if boundaries?.frames?.isExhausted == true, let left = changes.framesBeforeRestart {
        skip(boundaries?.frames?.follow(left))
      }
      var before = change.reading
      before.position = change.from
      let isMoving = before.state == .playing && !change.isJump
      if let due = boundaries?.nextCrossed(
        at: change.from, isMoving: isMoving, before.duration)
      {
        boundary = boundaries?.pass(due, before.duration)
        if due < change.from || change.isJump, !isSeam(change, at: due) {
          (before.state, before.rate) = (.playing, entry.before.rate)
          (before.played, before.passes) = (entry.before.played, entry.before.passes)
          (before.status, before.frameNumber) = (.readyToPlay, change.frameNumberBefore)
          return deliver(.boundary, due: due, before, boundary)
        }
      }
      continueBoundaries(after: change)
    }
    changes.removeFirst()
    // A reading that includes a later discontinuity would be ahead of that one's value.
    let isCurrent = reading.sequence == change.sequence
    return deliver(
      change.cause, due: change.position,
      entry.isRequested || !isCurrent ? change.reading : reading, boundary,
      isAtForwardEnd: change.isArrivalAtForwardEnd)
  }

  /// Delivers the next update or boundary that the playhead has crossed, or waits for it.
  private mutating func nextCrossed(_ reading: PlaybackReading, hasFrames: Bool) -> Step {
    if gate.admitUpdates() {
      skip(updates?.skip(through: reading.position, countingLast: true))
    }
    if isInitialValueDue(reading) {
      skipBoundaries(through: reading, nil)
      return deliver(.requested, due: reading.position, reading)
    }
    if let due = boundaries?.popLate() {
      return deliver(.boundary, due: due, reading, Boundary(isCue: true))
    }
    let update = updates?.crossed(at: reading.position)
    let due = boundaries?.nextCrossed(
      at: reading.position, isMoving: reading.state == .playing, reading.duration)
    if let due, update.map({ due <= $0.due }) ?? true {
      // An update at the same position is the same value, and is not counted.
      if let update, update.due == due { passUpdates(through: update.number) }
      let boundary = boundaries?.pass(due, reading.duration)
      return deliver(.boundary, due: due, reading, boundary)
    }
    if let update {
      passUpdates(through: update.number)
      return deliver(.interval, due: update.due, reading)
    }
    if !hasFrames, frameRequest != nil { return .readAgain }
    return .wait(until: nextInstant(after: reading))
  }

  /// Passes the updates up to a number, of which the last one is delivered.
  private mutating func passUpdates(through number: Int64) {
    skip((updates?.pass(through: number) ?? 1) - 1)
  }

  /// When the next update or boundary is due, if playback continues as it was.
  private mutating func nextInstant(after reading: PlaybackReading) -> HostInstant? {
    awaited = nil
    guard reading.state == .playing else { return nil }
    var next = updates?.nextDue
    if let due = boundaries?.nextDue(reading.duration) { next = next.map { min($0, due) } ?? due }
    guard let next, reading.stop.map({ next < $0 }) ?? true else { return nil }
    let instant = (reading.earliest ?? reading.timeline).instant(of: next)
    awaited = instant.map { (next, $0) }
    return instant
  }

  /// Whether the next value is due earlier than predicted, on another timeline, by more than clocks are known: 5 ppm.
  func mustWake(on timeline: Timeline, at now: HostInstant) -> Bool {
    guard let awaited, let instant = timeline.instant(of: awaited.due), instant < awaited.instant
    else { return false }
    let rest = max(now.duration(to: instant), .zero)
    return instant.duration(to: awaited.instant) > max(.microseconds(50), rest / 200_000)
  }

  /// The step after the delivery of a value.
  enum Rest {
    /// The player must be read again.
    case readAgain
    /// The next value is not due before this instant.
    case wait(until: HostInstant?)
    /// The same, if the subscriber returns demand with the value. Otherwise there is none left.
    case waitIfRequested(until: HostInstant?)
  }

  /// Returns the step after a value. It saves another reading of the player if no value is due soon.
  mutating func rest(after reading: PlaybackReading) -> Rest {
    guard reading.state == .playing, reading.sequence == changes.sequence, changes.isEmpty,
      !isInitialValueDue(reading), !isFinished, boundaries?.late.isEmpty != false,
      boundaries?.nextCrossed(at: reading.position, isMoving: true, reading.duration) == nil
    else { return .readAgain }
    switch gate {
    case .open: return frameRequest == nil ? .wait(until: nextInstant(after: reading)) : .readAgain
    case .spent:
      return boundaries?.frames == nil
        ? .waitIfRequested(until: nextInstant(after: reading)) : .readAgain
    case .closed, .opening, .reopened: return .readAgain
    }
  }
}
