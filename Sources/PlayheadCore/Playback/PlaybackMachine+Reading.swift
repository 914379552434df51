import Media
import Timekeeping

/// What the worker that reads the media is to do, and what it found.
extension PlaybackMachine {
  mutating func nextReadingStep(at now: HostInstant) -> ReadingStep {
    // What has failed is never read again.
    if isClosed || hasFailed { return .close }
    guard feed.opened != nil else { return isLoading ? .open : .wait(until: nil) }
    settle(at: now)
    // A step reads on until its frame comes, however much lies before that.
    let playhead = pendingStep == nil ? placeToGoOn(at: now) : nil
    let step =
      nextPassStep(at: now) ?? feed.nextStep(playhead: playhead, keepingFramesFrom: keptFrames)
    switch step {
    case .seek(let time, let generation): return .seek(time, generation: generation)
    case .read(let generation): return .read(generation: generation)
    case .rest(let position):
      return .wait(until: isMoving ? position.flatMap(timeline.instant(of:)) : nil)
    }
  }

  mutating func opened(_ info: MediaInfo, at now: HostInstant) {
    guard !isClosed else { return }
    do throws(MediaError) {
      try feed.open(info)
      getReady(at: now)
    } catch {
      fail(error, at: now)
    }
  }

  /// Takes in a packet, or that there is no more.
  mutating func read(_ read: MediaRead, generation: Int, at now: HostInstant) {
    guard generation == feed.generation, !isClosed else { return }
    settle(at: now)
    if feed.isReadingNextPass(of: loopedRange) { return feed.takeForNextPass(read) }
    feed.take(read)
    if case .nothingYet = read { return release(at: now) }
    if keyframeSearch != nil { search(read, at: now) }
    getReady(at: now)
    guard isReady else { return }
    goOnStepping(at: now)
    guard keyframeSearch == nil else { return }
    let position = timeline.mediaAnchor
    if feed.readAhead.isAtEnd, !isMoving, position > feed.readAhead.limit {
      // A seek beyond the end, which was not known then.
      anchor(at: feed.readAhead.limit, now)
      tell(.jumped, from: position, at: now)
    }
    if feed.readAhead.isAtEnd || limit > timeline.mediaAnchor { land() }
    release(at: now)
  }

  /// Takes in that reading cannot go on. What has been read is played first.
  mutating func readingFailed(_ error: MediaError, generation: Int, at now: HostInstant) {
    guard generation == feed.generation, !isClosed else { return }
    guard isReady else { return fail(error, at: now) }
    settle(at: now)
    if feed.isReadingNextPass(of: loopedRange) { return feed.finishNextPass(with: error) }
    feed.finish(with: error)
    keyframeSearch = nil
    finishSeek(.failure(error))
    release(at: now)
  }

  /// Once zero is known the player is ready, at the place that was sought meanwhile.
  private mutating func getReady(at now: HostInstant) {
    guard status == .unknown, feed.opened != nil, let zero = feed.readAhead.zero else { return }
    status = .readyToPlay
    isLoading = false
    feed.placeDeclarations(zero: zero)
    tellStatus()
    let target = placeToGoOn(at: now)
    if target > .zero, feed.isSeekable {
      beginReading(at: target)
      // Nothing has been crossed of what was read.
      feed.forgetLeftFrames()
      if pendingSeek?.tolerance == .keyframe {
        keyframeSearch = KeyframeSearch(target: target)
      }
    }
    release(at: now)
  }
}
