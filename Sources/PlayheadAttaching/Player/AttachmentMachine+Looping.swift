import PlayheadCore
import PlayheadTimekeeping

/// Passes of a part of an item that the player repeats.
extension AttachmentMachine {
  /// How far before the end of a pass the values of a player that has reached it may stay, in seconds of its time.
  private static let endReach = 1.0

  /// Whether the playhead is at the end of a pass, and the next one is not known to have begun.
  var isAtPassEnd: Bool {
    guard isPlaying, seek == .none, let last, let end = last.stop else { return false }
    return last.timeline.mediaAnchor >= end
  }

  /// Returns the heard position of a stated one; nil at the end of a pass, where that shows nothing new.
  mutating func position(of value: MediaTime, at instant: HostInstant) -> MediaTime? {
    let estimate = estimator.estimate(at: instant)
    let position = passes.heard(
      value, near: estimate?.timeline.mediaAnchor, uncertainty: estimate?.uncertainty ?? .zero,
      rate: facts?.rate ?? .normal)
    guard isAtPassEnd, passes.ahead == 0, let end = passes.end else { return position }
    let reach = MediaTime.nanoseconds(played(in: .seconds(Self.endReach)))
    let isBeforeEnd = position <= end && (end.subtracting(position).map { $0 <= reach } ?? false)
    return isBeforeEnd ? nil : position
  }

  /// Continues in the next pass, which has begun some time after the end of the last one.
  mutating func beginPass(at reading: PositionReading, at now: HostInstant) {
    passes.restart()
    passes.finishPass(at: now)
    let hold = estimator.habits.hold
    if hold > .zero {
      // The first frame may be followed by the second one at once.
      estimator.restart(
        at: reading.value, within: hold, since: reading.sent, received: reading.received)
    } else {
      estimator.restart(at: nil, since: reading.sent, received: reading.sent)
      _ = estimator.add(reading, at: now)
    }
    move(.looped, at: now)
  }

  /// Whether the player has waited between two passes, because its position is later than it would otherwise be.
  func hasWaited(before position: MediaTime, at instant: HostInstant) -> Bool {
    guard let estimate = estimator.estimate(at: instant),
      let wait = estimate.timeline.mediaAnchor.subtracting(position)
    else { return false }
    let hold = Int128(played(in: estimator.habits.hold))
    return wait.wholeNanoseconds > hold + estimate.uncertainty.wholeNanoseconds
  }

  /// Continues in the next pass if the present one is over and the next one has begun. Returns whether it is so.
  mutating func finishPasses(at now: HostInstant) -> Bool {
    var isFinished = false
    while passes.ahead > 0, stage == .present, seek == .none, let end = passes.end,
      let length = passes.length, let estimate = estimator.estimate(at: now),
      estimate.timeline.mediaAnchor >= end
    {
      _ = estimator.shift(by: -length, at: now)
      passes.finishPass(at: now)
      move(.looped, at: now)
      isFinished = true
    }
    return isFinished
  }

  /// Returns whether a value that contradicts the position shows another pass.
  func hasRestarted(at value: MediaTime, since earlier: HostInstant?, at now: HostInstant) -> Bool {
    guard let earlier, let facts, isPlaying else { return false }
    return passes.hasRestarted(at: value, since: earlier, rate: facts.rate, at: now)
  }

  /// A pass has ended where that was not expected, and the next one has begun.
  mutating func finishUnexpectedPass(at now: HostInstant) {
    passes.restart()
    passes.finishPass(at: now)
    move(.looped, at: now)
  }

  /// Receives a move of the playhead. Returns whether it is the seam of two passes, published when it is heard.
  mutating func recordSeam(
    at position: MediaTime?, since: HostInstant, received: HostInstant, at now: HostInstant
  ) -> Bool {
    if passes.matchRequestedSeek(at: now) { return false }
    guard let position, isPlaying, stage == .present, seek == .none, pending == nil,
      let rate = facts?.rate, let estimate = estimator.estimate(at: now),
      let seam = passes.seam(
        position, from: estimate.timeline.mediaAnchor, uncertainty: estimate.uncertainty,
        rate: rate, at: now)
    else { return false }
    if seam == .unexpected {
      estimator.restart(at: heard(position), since: since, received: received)
      plan.restart()
      finishUnexpectedPass(at: now)
      return true
    }
    // The position is then known better than by the report, which may be late: a reading shows the next pass.
    if seam == .over || estimate.uncertainty <= since.duration(to: received) { return true }
    let heard = passes.heard(
      heard(position), near: estimate.timeline.mediaAnchor, uncertainty: estimate.uncertainty,
      rate: rate)
    estimator.restart(at: heard, since: since, received: received)
    plan.restart()
    if !finishPasses(at: now) { correct(at: now) }
    return true
  }

  /// Stops a course at the end of a pass. Returns when the course ends.
  func stopAtPassEnd(
    _ observation: inout PlayheadObservation, until end: HostInstant?, at now: HostInstant
  ) -> HostInstant? {
    // A player that may have stopped does not pass the end of its item unseen.
    observation.stop = passes.end ?? (plan.silentSince == nil ? nil : item?.duration)
    guard let stop = observation.stop else { return end }
    let position = observation.timeline.mediaAnchor
    guard position >= stop else {
      return [end, observation.timeline.instant(of: stop)].compactMap(\.self).min()
    }
    // Later positions are those of the next pass.
    observation.timeline = Timeline(mediaAnchor: stop, hostAnchor: now, rate: .paused)
    if let excess = position.subtracting(stop) { observation.uncertainty += Duration(excess) }
    return nil
  }
}
