import Media
import Timekeeping

/// What the worker that reads the media is to do, and what it found.
extension PlaybackMachine {
  enum ReadingStep {
    case open
    /// Go to this time of the container's.
    case seek(MediaTime, generation: Int)
    case read(generation: Int)
    case wait(until: HostInstant?)
    /// Let go of the medium.
    case close
  }

  mutating func nextReadingStep(at now: HostInstant) -> ReadingStep {
    if isClosed { return .close }
    guard info != nil else { return isLoading ? .open : .wait(until: nil) }
    if let target = sourceTarget.take(), let time = readAhead.zero?.adding(target) {
      return .seek(time, generation: generation)
    }
    if readAhead.isAtEnd { return .wait(until: nil) }
    settle(at: now)
    let position = max(position(at: now), pendingStep?.start ?? .zero).nanoseconds(rounding: .down)
    readAhead.consume(until: position, keepingFramesFrom: keptFrames)
    guard readAhead.isFull(at: position) else { return .read(generation: generation) }
    let refill = MediaTime.nanoseconds(readAhead.refillPosition(from: position))
    return .wait(until: isMoving ? timeline.instant(of: refill) : nil)
  }

  mutating func opened(_ info: MediaInfo, at now: HostInstant) {
    guard !isClosed else { return }
    self.info = info
    readAhead = ReadAhead(info: info)
    getReady(at: now)
  }

  /// Takes in a packet, or that there is no more.
  mutating func read(_ read: MediaRead, generation: Int, at now: HostInstant) {
    guard generation == self.generation, !isClosed else { return }
    settle(at: now)
    switch read {
    case .packet(let packet): readAhead.append(packet)
    case .endOfMedia: readAhead.finish()
    case .nothingYet: return
    }
    getReady(at: now)
    guard isReady else { return }
    goOnStepping(at: now)
    let position = timeline.mediaAnchor
    if readAhead.isAtEnd, !isMoving, position > readAhead.limit {
      // A seek beyond the end, which was not known then.
      anchor(at: readAhead.limit, now)
      if hold == nil { tell(.jumped, from: position, at: now) }
    }
    if readAhead.isAtEnd || limit > timeline.mediaAnchor { land() }
    release(at: now)
  }

  /// Takes in that reading cannot go on. What has been read is played first.
  mutating func readingFailed(_ error: MediaError, generation: Int, at now: HostInstant) {
    guard generation == self.generation, !isClosed else { return }
    guard isReady else { return fail(error, at: now) }
    settle(at: now)
    readAhead.finish(with: error)
    finishSeek(.failure(error))
    release(at: now)
  }

  /// Once zero is known the player is ready, at the place that was sought meanwhile.
  private mutating func getReady(at now: HostInstant) {
    guard status == .unknown, let info, let zero = readAhead.zero else { return }
    status = .readyToPlay
    isLoading = false
    declaredDuration = info.declaredDuration(from: zero)
    tellStatus()
    let target = timeline.mediaAnchor
    if target > .zero, info.isSeekable {
      beginReading(at: target)
    }
    release(at: now)
  }
}
