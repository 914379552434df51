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
    hold = nil
    wantedRate = .paused
    cancelSeek()
  }

  /// 0 pauses. At the end of the media any other does nothing: a seek comes first.
  mutating func setRate(_ rate: Rate, at now: HostInstant) {
    guard !isClosed else { return }
    settle(at: now)
    if case .failed = status { return }
    let previous = wantedRate
    guard rate != previous, !isEnded else { return }
    wantedRate = rate
    let position = position(at: now)
    if rate.isPaused {
      hold = nil
      anchor(at: position, now)
      tell(.paused, from: position, at: now)
    } else if previous.isPaused {
      load()
      hold = .starting
      release(at: now)
    } else {
      if isMoving { anchor(at: position, now, rate: rate) }
      if hold != .starting { tell(.rateChanged, from: position, at: now) }
    }
  }

  /// Jumps to `target`, or to the end it lies beyond.
  mutating func seek(to target: MediaTime, at now: HostInstant, completion: SeekCompletion?) {
    settle(at: now)
    var target = min(max(target, .zero), ReadAhead.greatestPosition)
    if readAhead.knowsEnd { target = min(target, readAhead.greatestEnd) }
    let from = position(at: now)
    if let error = seekError(from: from, to: target) {
      cancelSeek()
      pendingSeek = PendingSeek(target: target, completion: completion)
      return finishSeek(.failure(error))
    }
    cancelSeek()
    pendingSeek = PendingSeek(target: target, completion: completion)
    guard isReady else { return anchor(at: target, now) }
    isEnded = false
    let isRead = sourceTarget == nil && target >= from && (target < limit || readAhead.isAtEnd)
    if !isRead, info?.isSeekable == true { beginReading(at: target) }
    let isHeld = !wantedRate.isPaused
    // Where what is needed is there, the playhead does not stand still for a moment.
    let movesOn = isMoving && isRead && target < limit
    anchor(at: target, now, rate: movesOn ? wantedRate : .paused)
    if isHeld, !movesOn { hold = hold == .starting ? .starting : .seeking }
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
  }

  /// Tells the pending seek that the playhead is where it was to go.
  mutating func land() {
    guard let seek = pendingSeek else { return }
    finishSeek(.success(SeekResult(target: seek.target, landed: timeline.mediaAnchor)))
  }

  mutating func beginReading(at target: MediaTime) {
    generation += 1
    noteJump(to: target)
    leaveFrames()
    readAhead.restart(at: target.nanoseconds(rounding: .up))
    sourceTarget = target
  }

  private func seekError(from: MediaTime, to target: MediaTime) -> MediaError? {
    if case .failed(let error) = status { return error }
    if isClosed { return MediaError(.seek, info?.name ?? "", .interrupted) }
    guard isReady, let info, !info.isSeekable, target < from else { return nil }
    return MediaError(.seek, info.name, .notSeekable)
  }

  private mutating func cancelSeek() {
    finishSeek(.failure(MediaError(.seek, info?.name ?? "", .interrupted)))
  }
}
