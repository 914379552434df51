import PlayheadMedia
import PlayheadTimekeeping

/// Starts at a given host instant.
extension PlaybackMachine {
  /// Schedules playback at `rate` from `time`, or from the current position if nil, at `instant`.
  mutating func setRate(
    _ rate: Rate, time: MediaTime?, atHost instant: HostInstant, at now: HostInstant,
    completion: SeekCompletion?
  ) {
    settle(at: now)
    finishPausing(at: now)
    let from = position(at: now)
    let target = clamped(time ?? from)
    let start = Timeline(mediaAnchor: target, hostAnchor: instant, rate: rate)
    let (reached, isNextPass) = position(on: start, at: now)
    let landing = clamped(reached)
    if phase.isEnded, time == nil {
      return report(from, to: completion)
    }
    let isReachable = seekError(from: from, to: landing) == nil
    guard isReachable || time == nil && phase.isReady else {
      return seek(to: landing, at: now, isStart: true, completion: completion)
    }
    let wasWanted = !phase.rate.isPaused
    enter(phase.isEnded ? phase : phase.requesting(nil), with: from, at: now)
    if isReachable {
      // Sound skips no more of the media when it starts.
      if isNextPass, drive.isSound { loop.countLatePass() }
      // The jump also reports that the playhead has stopped.
      seek(to: landing, at: now, isStart: true, completion: completion)
    } else {
      // Nobody asked for a seek, so the late start plays until the media is over.
      report(from, to: completion)
    }
    begin()
    guard !rate.isPaused else {
      if wasWanted { publish(.paused, from: landing, at: now) }
      return
    }
    enter(phase.requesting(.init(reason: .scheduled(start), rate: rate)), at: now)
    release(at: now)
  }

  private mutating func report(_ position: MediaTime, to completion: SeekCompletion?) {
    guard let completion else { return }
    let result = SeekResult(target: position, landed: position)
    log.append(.sought(completion: completion, result: .success(result)))
  }

  /// Where a playhead starts that would already be on `start`: at the start of the loop if that has ended since.
  func position(on start: Timeline, at now: HostInstant) -> (position: MediaTime, isNextPass: Bool)
  {
    let position = start.position(at: now)
    let range = loop.range(from: start.mediaAnchor, mediaEnd: feed.end, forwardEnd: forwardEnd)
    guard let range, position >= range.upperBound else { return (position, false) }
    return (range.lowerBound, true)
  }

  /// Moves a playhead whose late start is behind the loop's end to the loop's start, where it is not late any more.
  mutating func enterPassAfterLateStart(at now: HostInstant) {
    // Otherwise, a slow source might never keep up.
    guard case .held(var held) = phase, case .starting(let late?) = held.reason else { return }
    let (position, isNextPass) = self.position(on: late, at: now)
    guard isNextPass else { return }
    loop.countLatePass()
    held.reason = .starting()
    enter(.held(held), at: now)
    let from = timeline.mediaAnchor
    if position == from { return }
    guard feed.isSeekable || position > from else {
      return fail(MediaError(.seek, of: mediaName, reason: .notSeekable), at: now)
    }
    if feed.isSeekable { restartReading(at: position) }
    feed.callWorker()
    put(at: position, now)
    publish(.looped, from: from, at: now)
  }

  /// Plays as if requested at `instant`, a moment ago, if enough media has been read; otherwise as soon as possible.
  mutating func setRate(_ rate: Rate, asOf instant: HostInstant, at now: HostInstant) {
    settle(at: now)
    begin()
    let position = timeline.mediaAnchor
    let start = Timeline(mediaAnchor: position, hostAnchor: instant, rate: rate)
    guard case .paused = phase, !rate.isPaused, !seeking.isSearching,
      start.position(at: now) < limit, canMove(from: position), isHeard(by: instant)
    else { return setRate(rate, asOf: min(instant, now), now) }
    feed.callWorker()
    reachHeardSample(at: instant)
    enter(.playing(rate), with: timeline.mediaAnchor, at: instant)
    publish(.started, from: timeline.mediaAnchor, at: instant)
  }

  /// Whether the first sound is heard at an instant, or has been heard before a pause.
  private func isHeard(by instant: HostInstant) -> Bool {
    guard let sound = drive.sound else { return true }
    let latest = instant.advanced(by: SoundDrive.greatestDifference)
    return sound.movingInstant.map { $0 <= latest } ?? false
  }
}
