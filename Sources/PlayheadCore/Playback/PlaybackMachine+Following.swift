import PlayheadTimekeeping

/// A playhead that a clock moves, or the sound.
extension PlaybackMachine {
  /// Corrects the timeline by what moves the playhead.
  mutating func follow(at now: HostInstant) {
    if drive.isSound { followSound(at: now) } else { followClock(at: now) }
  }

  mutating func followClock(at now: HostInstant) {
    let position = timeline.mediaAnchor
    guard case .playing(let rate) = phase,
      let next = drive.clock?.timeline(from: position, rate: rate, at: now)
    else { return }
    played.insert(position..<max(min(next.mediaAnchor, limit), position))
    rescheduleAfterLeap(to: next.mediaAnchor, at: now)
    loop.stopCounting()
    timeline = next
  }

  /// Has subscriptions compute their next instant again if the playhead is farther than expected.
  mutating func rescheduleAfterLeap(to position: MediaTime, at now: HostInstant) {
    let expected = timeline.position(at: now).adding(ClockDrive.tolerance)
    if let expected, position > expected { log.requestReschedule() }
  }
}
