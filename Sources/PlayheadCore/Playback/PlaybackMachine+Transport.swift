import Media
import Timekeeping

/// What the user wants: load, play, pause, rate, seek, close.
extension PlaybackMachine {
  mutating func load() {
    guard status == .unknown, !isClosed else { return }
    isLoading = true
  }

  mutating func close(at now: HostInstant) {
    guard !isClosed else { return }
    settle(at: now)
    anchor(at: position(at: now), now)
    isClosed = true
    hold(nil, at: now)
    feed.close()
    scheduledStart = nil
    keyframeSearch = nil
    wantedRate = .paused
    cancelSeek(.interrupted)
  }

  /// Closes, but has what has happened be told.
  mutating func finish(at now: HostInstant) {
    settle(at: now)
    if !isClosed { finalState = wantedRate.isPaused ? state : .paused }
    close(at: now)
  }

  /// 0 pauses. At the end of the media any other does nothing: a seek comes first.
  mutating func setRate(_ rate: Rate, at now: HostInstant) {
    guard !isClosed else { return }
    settle(at: now)
    if hasFailed { return }
    let previous = wantedRate
    let wasScheduled = scheduledStart.take() != nil
    guard rate != previous || wasScheduled, !isEnded else { return }
    wantedRate = rate
    let position = position(at: now)
    if rate.isPaused {
      hold(nil, at: now)
      anchor(at: position, now)
      tell(.paused, from: position, at: now)
    } else if previous.isPaused || wasScheduled {
      load()
      hold(.starting, at: now)
      release(at: now)
    } else {
      if isMoving { anchor(at: position, now, rate: rate) }
      if hold != .starting { tell(.rateChanged, from: position, at: now) }
    }
  }

  /// The place of the media that is nearest to `target`, as far as its end is known.
  func clamped(_ target: MediaTime) -> MediaTime {
    let target = min(max(target, .zero), ReadAhead.greatestPosition)
    return feed.end.map { min(target, $0) } ?? target
  }

  /// Jumps to `target`, or to the end it lies beyond.
  mutating func seek(
    to target: MediaTime, tolerance: SeekTolerance = .exact, at now: HostInstant,
    completion: SeekCompletion?
  ) {
    settle(at: now)
    let target = clamped(target)
    let from = position(at: now)
    cancelSeek(.cancelled)
    pendingSeek = PendingSeek(target: target, tolerance: tolerance, completion: completion)
    if let error = seekError(from: from, to: target) { return finishSeek(.failure(error)) }
    scheduledStart = nil
    if hold == .scheduled { hold(.starting, at: now) }
    keyframeSearch = nil
    guard isReady else {
      anchor(at: target, now)
      return tell(.jumped, from: from, at: now)
    }
    // What was played is known only as long as what was read is.
    anchor(at: from, now, rate: timeline.rate)
    isEnded = false
    let isSearching = tolerance == .keyframe && feed.isSeekable
    // Where reading failed there may be more behind.
    let isLast = feed.readAhead.isAtEnd && (feed.readAhead.error == nil || !feed.isSeekable)
    let isRead =
      feed.sourceTarget == nil && !isSearching && target >= from
      && (target < feed.readAhead.limit || isLast)
    if !isRead, feed.isSeekable { beginReading(at: target) }
    if isSearching { keyframeSearch = KeyframeSearch(target: target) }
    let isHeld = !wantedRate.isPaused
    // Where what is needed is there, the playhead does not stand still for a moment.
    let movesOn = isMoving && isRead && target < feed.readAhead.limit
    anchor(at: target, now, rate: movesOn ? wantedRate : .paused)
    if isHeld, !movesOn {
      hold(hold == .starting ? .starting : .seeking, at: now)
    }
    tell(.jumped, from: from, at: now)
    if isRead { land() }
    release(at: now)
  }

  /// Nil: to the end of the media.
  mutating func setForwardEnd(_ position: MediaTime?, at now: HostInstant) {
    settle(at: now)
    // From here on counts what lies beyond the playhead, and not beyond an anchor that it left.
    anchor(at: self.position(at: now), now, rate: timeline.rate)
    forwardEnd = position
    hasLeapt = true
  }

  /// Tells the pending seek that the playhead is where it was to go.
  mutating func land() {
    guard let seek = pendingSeek else { return }
    finishSeek(.success(SeekResult(target: seek.target, landed: timeline.mediaAnchor)))
  }

  mutating func beginReading(at target: MediaTime) {
    feed.restart(at: target)
    noteJump(to: target)
  }

  func seekError(from: MediaTime, to target: MediaTime) -> MediaError? {
    if case .failed(let error) = status { return error }
    if isClosed { return MediaError(.seek, feed.info?.name ?? "", .interrupted) }
    guard isReady, let info = feed.info, !info.isSeekable else { return nil }
    if let error = feed.readAhead.error, target > feed.readAhead.limit { return error }
    return target < from ? MediaError(.seek, info.name, .notSeekable) : nil
  }

  mutating func cancelSeek(_ reason: MediaError.Reason) {
    finishSeek(.failure(MediaError(.seek, feed.info?.name ?? "", reason)))
  }
}
