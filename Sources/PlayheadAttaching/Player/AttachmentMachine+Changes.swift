import PlayheadCore
import PlayheadTimekeeping

/// The discontinuities of the current item.
extension AttachmentMachine {
  /// How much earlier than its duration an item may end without being cut.
  private static let greatestShortfall = MediaTime.seconds(1)

  mutating func begin(at now: HostInstant) {
    if meter?.patienceEnd != nil { return }
    guard let item, let observation = observation(at: now) else { return }
    stage = .present
    events.append(.began(item, observation))
  }

  /// Publishes a discontinuity, or stops the playhead until its position is known.
  mutating func move(_ cause: ProgressCause, at now: HostInstant) {
    guard stage != .absent else { return begin(at: now) }
    guard let facts, let observation = observation(at: now) else { return hold(cause, at: now) }
    let change = PendingChanges.Change(cause, facts)
    pending?.add(change)
    publish(pending ?? PendingChanges(change, at: now), observation)
  }

  /// Stops the playhead until a reading shows where it is after a discontinuity.
  mutating func hold(_ cause: ProgressCause, at now: HostInstant) {
    guard let facts, let stopped = stopped(at: now) else { return }
    let change = PendingChanges.Change(cause, facts)
    if pending == nil {
      pending = PendingChanges(change, at: now)
      events.append(.corrected(stopped))
    } else {
      pending?.add(change)
    }
  }

  /// Publishes waiting discontinuities, if the position is known, unless one of this cause may belong to these.
  mutating func publishPending(before cause: ProgressCause? = nil, at now: HostInstant) {
    guard let pending, cause.map({ !pending.includes($0) }) ?? true,
      let observation = observation(at: now)
    else { return }
    publish(pending, observation)
  }

  /// Publishes discontinuities in order, all at the same position.
  private mutating func publish(_ changes: PendingChanges, _ observation: PlayheadObservation) {
    pending = nil
    for change in changes.changes.dropLast() {
      var earlier = observation
      (earlier.state, earlier.rate) = (change.state, change.rate)
      events.append(.changed(change.cause, earlier))
    }
    if let last = changes.changes.last { events.append(.changed(last.cause, observation)) }
  }

  /// Publishes discontinuities that waited too long, with the known position or the target of a seek that lasts.
  mutating func endPatience(at now: HostInstant) {
    guard let end = pending?.end, end <= now else { return }
    pending?.end = nil
    publishPending(at: now)
    guard let pending else { return }
    // Otherwise only a reading shows the position. No other discontinuity follows while the player is paused.
    guard seek.isUnderWay, seek.target != nil || facts?.state != .paused,
      let observation = seekingObservation(at: now)
    else { return }
    seek = .published(seek.target)
    publish(pending, observation)
  }

  /// Publishes the course that readings have corrected.
  mutating func correct(at now: HostInstant) {
    guard stage == .present, pending == nil, let observation = observation(at: now) else {
      return
    }
    events.append(.corrected(observation))
  }

  mutating func end(at now: HostInstant) {
    guard stage == .present else { return }
    pending = pending?.withoutStall()
    publishPending(at: now)
    (stage, pending) = (.ended, nil)
    // The end is published already, and changes since then are not known yet.
    guard last?.state != .ended, var observation = stopped(at: now) else { return }
    observation.state = .ended
    observation.rate = .paused
    let position = observation.timeline.mediaAnchor
    if let duration = observation.duration, let rest = duration.subtracting(position),
      // A seek beyond the end has no other position.
      !estimator.isKnown
        || (-Self.greatestShortfall...Self.greatestShortfall).contains(rest)
    {
      observation.timeline = Timeline(mediaAnchor: duration, hostAnchor: now, rate: .paused)
      observation.uncertainty = min(observation.uncertainty, Duration(Self.greatestShortfall))
    }
    last = observation
    events.append(.changed(.ended, observation))
  }

  /// Leaves the item, for a reason that counts unless the item was played to its end.
  mutating func leave(_ departure: AttachedPlayer.Departure) {
    if stage != .absent { events.append(.left(stage == .ended ? .ended : departure)) }
    (stage, pending, seek, courseEnd, last) = (.absent, nil, .none, nil, nil)
  }
}
