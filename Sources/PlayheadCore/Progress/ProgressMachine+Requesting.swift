import PortableCombine

/// Demand and discontinuities.
extension ProgressMachine {
  /// Whether `request` needs a reading, with the frames of `frameRequest`, before which boundaries are skipped.
  var needsReadingToRequest: Bool { gate.skipsBoundaries && boundaries != nil }

  /// Adds demand that the subscriber requested, with a reading if `needsReadingToRequest`.
  mutating func request(
    _ demand: Subscribers.Demand, at reading: PlaybackReading? = nil,
    _ supply: FrameBoundaryFeed? = nil
  ) {
    gate.add(demand)
    guard demand > .none, gate.skipsBoundaries, let reading else { return }
    if reading.sequence > changes.sequence {
      gate.keep(DemandGate.Start(reading: reading, supply: supply))
    } else {
      admitBoundaries(from: reading, supply)
    }
  }

  /// Adds demand that the subscriber returned with a value, before the instant of `rest(after:)`.
  mutating func refill(_ demand: Subscribers.Demand) {
    if changes.isEmpty { gate.refill(demand) } else { gate.add(demand) }
  }

  /// Skips the boundaries up to the position at which demand arrived. Later ones are delivered.
  mutating func admitBoundaries(from reading: PlaybackReading, _ supply: FrameBoundaryFeed?) {
    guard reading.sequence == changes.sequence else { return }
    skipBoundaries(through: reading, supply)
    gate.admitBoundaries()
  }

  /// Records a discontinuity. Changes that are not newer than the last one are ignored.
  mutating func record(_ change: PlaybackChange) {
    guard change.sequence > changes.sequence else { return }
    // An update at the position of the discontinuity is the same value, and is not counted.
    skip(updates?.skip(through: change.from, countingLast: false))
    updates?.move(to: change.reading.position)
    let skipsBoundaries = gate.skipsBoundaries
    if skipsBoundaries { self.skipBoundaries(before: change) }
    let room = changes.room(
      for: gate.demand, deliversBoundaries: boundaries != nil && !skipsBoundaries)
    if room > 0, changes.entries.count >= room { skipQueuedBoundaries() }
    changes.append(
      change, room: room, isRequested: gate.demand > changes.entries.count,
      hasSkippedBoundaries: skipsBoundaries)
    if let start = gate.start(at: changes.sequence) {
      admitBoundaries(from: start.reading, start.supply)
    }
  }

  /// Skips the boundaries before the discontinuities in the queue.
  mutating func skipQueuedBoundaries() {
    if changes.isEmpty { return }
    var changes = changes
    changes.skipBoundaries { skipBoundaries(before: $0) }
    self.changes = changes
  }
}

extension PlaybackChange {
  /// Whether it moved the playhead, so that one pass ends and another starts.
  var isJump: Bool { cause == .seeked || from != reading.position }
}
