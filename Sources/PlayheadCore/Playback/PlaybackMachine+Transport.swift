import PlayheadMedia
import PlayheadTimekeeping

/// Requests of the caller: play, pause, rate, seek, close. `load` is beside the phase.
extension PlaybackMachine {
  /// Closes for good. Readings report `state` from then on.
  mutating func close(at now: HostInstant, reporting state: PlaybackState = .closed) {
    guard !phase.isClosed else { return }
    settle(at: now)
    finishPausing(at: now)
    enter(.closed(phase.status, reporting: state), with: position(at: now), at: now)
    feed.close()
    seeking.endSearch()
    finishLoading()
    cancelSeek(.interrupted)
  }

  /// Closes after the pending events have been published.
  mutating func finish(at now: HostInstant) {
    settle(at: now)
    close(at: now, reporting: phase.rate.isPaused ? phase.state : .paused)
  }

  /// Sets the rate; 0 pauses. At the end of the media other rates have no effect before a seek.
  mutating func setRate(_ rate: Rate, at now: HostInstant) { setRate(rate, asOf: now, now) }

  /// Sets the rate. Sound that has been heard since `request` counts from its first sample on.
  mutating func setRate(_ rate: Rate, asOf request: HostInstant, _ now: HostInstant) {
    guard !phase.isClosed else { return }
    settle(at: now)
    begin()
    switch phase {
    case .failed, .ended: return
    default: break
    }
    let wasScheduled = phase.held?.reason.start != nil
    guard rate != phase.rate || wasScheduled else { return }
    finishPausing(at: now)
    let position = position(at: now)
    if rate.isPaused {
      let drains = drive.sound?.rest(at: position, draining: true) ?? false
      enter(phase.requesting(nil), with: position, at: now)
      if !drains { publish(.paused, from: position, at: now) }
    } else if phase.rate.isPaused || wasScheduled {
      // The playhead would move on from the end of the sound at once.
      if mustContinueSound { readSoundAgain(at: now) }
      // Where the sound before a pause has come to, and playback lands there only when it moves.
      timeline = Timeline(mediaAnchor: position, hostAnchor: request, rate: .paused)
      enter(phase.requesting(.init(reason: .starting(), rate: rate)), at: now)
      release(at: now)
    } else if var held = phase.held {
      held.rate = rate
      enter(phase.requesting(held), at: now)
      if !held.reason.isStart { publish(.rateChanged, from: position, at: now) }
      // Less media may be enough at the new rate.
      release(at: now)
    } else {
      enter(.playing(rate), with: position, at: now)
      publish(.rateChanged, from: position, at: now)
    }
  }

  /// The position nearest to `target` within the media, if its end is known.
  func clamped(_ target: MediaTime) -> MediaTime {
    let target = min(max(target, .zero), ReadAhead.greatestPosition)
    return feed.end.map { min(target, $0) } ?? target
  }

  /// Moves the playhead to `target`, or to the end if that comes first; with `isStart`, this is no departure.
  mutating func seek(
    to target: MediaTime, tolerance: SeekTolerance = .exact, at now: HostInstant,
    isStart: Bool = false, completion: SeekCompletion?
  ) {
    settle(at: now)
    let target = clamped(target)
    finishPausing(at: now)
    let from = position(at: now)
    cancelSeek(.cancelled)
    seeking.wait(for: .init(target: target, tolerance: tolerance, completion: completion))
    if let error = seekError(from: from, to: target) { return failSeek(error) }
    seeking.endSearch()
    // A start at a host instant becomes a start as soon as enough is read.
    if let held = phase.held, held.reason.isStart {
      enter(phase.requesting(.init(reason: .starting(), rate: held.rate)), at: now)
    }
    guard phase.isReady else {
      put(at: target, now)
      return publish(.seeked, from: from, at: now)
    }
    if !isStart { depart(to: target) }
    // The frames that were passed are known only while the media read is kept.
    put(at: from, now)
    let isSearching = tolerance == .keyframe && feed.isSeekable
    // After a reading error there may be more media further on.
    let isLast = feed.readAhead.isAtEnd && (feed.readAhead.error == nil || !feed.isSeekable)
    // The sound at the target may have been decoded already.
    let isRead =
      (!drive.isSound || !feed.isSeekable) && feed.sourceTarget == nil && !isSearching
      && target >= from
      && (target < feed.readAhead.limit || isLast)
    if !isRead, feed.isSeekable { restartReading(at: target) } else { restartSound(at: target) }
    if isSearching { seeking.beginSearch(for: target) }
    enter(
      phaseAfterJump(isRead: isRead && !drive.isSound && target < feed.readAhead.limit),
      with: target, at: now)
    publish(.seeked, from: from, at: now)
    if isRead { land() }
    release(at: now)
  }

  /// Returns the phase after a seek: a moving playhead continues without a wait if the media there has been read.
  private func phaseAfterJump(isRead: Bool) -> PlaybackPhase {
    switch phase {
    case .playing(let rate):
      isRead ? phase : .held(.init(reason: .seeking, rate: rate))
    case .held(let held):
      held.reason.isStart ? phase : .held(.init(reason: .seeking, rate: held.rate))
    default: .paused
    }
  }

  /// Sets the position where playback stops; nil for the end of the media.
  mutating func setForwardEnd(_ position: MediaTime?, at now: HostInstant) {
    settle(at: now)
    // The end counts from the playhead, not from an older anchor.
    put(at: self.position(at: now), now)
    forwardEnd = position
    log.requestReschedule()
    release(at: now)
  }

  func seekError(from: MediaTime, to target: MediaTime) -> MediaError? {
    if case .failed(let error) = phase.status { return error }
    if phase.isClosed { return MediaError(.seek, of: mediaName, reason: .interrupted) }
    guard phase.isReady, let info = feed.info, !info.isSeekable else { return nil }
    if let error = feed.readAhead.error, target > feed.readAhead.limit { return error }
    return target < from ? MediaError(.seek, of: mediaName, reason: .notSeekable) : nil
  }
}
