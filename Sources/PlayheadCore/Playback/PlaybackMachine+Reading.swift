import Media
import Timekeeping

/// What the worker that reads the media is to do, and what it found.
extension PlaybackMachine {
  mutating func nextReadingStep(at now: HostInstant) -> ReadingStep {
    switch phase {
    case .idle: return .wait(until: nil)
    case .loading where feed.opened == nil: return .open
    // What has failed is never read again.
    case .failed, .closed: return .close
    case .loading, .paused, .held, .playing, .ended: break
    }
    settle(at: now)
    // A step reads on until its frame comes, however much lies before that.
    let playhead = !seeking.isStepping ? placeToGoOn(at: now) : nil
    let step =
      nextPassStep(at: now)
      ?? feed.nextStep(playhead: playhead, keepingFramesFrom: seeking.keptFrames(feed))
    switch step {
    case .seek(let time, let generation): return .seek(time, generation: generation)
    case .read(let generation): return .read(generation: generation)
    case .rest(let position):
      return .wait(until: phase.isPlaying ? position.flatMap(timeline.instant(of:)) : nil)
    }
  }

  mutating func opened(_ info: MediaInfo, at now: HostInstant) {
    guard !phase.isClosed else { return }
    do throws(MediaError) {
      try feed.open(info)
      getReady(at: now)
    } catch {
      fail(error, at: now)
    }
  }

  /// Takes in a packet, or that there is no more.
  mutating func read(_ read: MediaRead, generation: Int, at now: HostInstant) {
    guard generation == feed.generation, !phase.isClosed else { return }
    settle(at: now)
    if feed.isReadingNextPass(of: loopedRange) { return feed.takeForNextPass(read) }
    feed.take(read)
    if case .nothingYet = read { return release(at: now) }
    if seeking.isSearching { search(read, at: now) }
    getReady(at: now)
    guard phase.isReady else { return }
    goOnStepping(at: now)
    if seeking.isSearching { return }
    let position = timeline.mediaAnchor
    if feed.readAhead.isAtEnd, !phase.isPlaying, position > feed.readAhead.limit {
      // A seek beyond the end, which was not known then.
      put(at: feed.readAhead.limit, now)
      tell(.jumped, from: position, at: now)
    }
    if feed.readAhead.isAtEnd || limit > timeline.mediaAnchor { land() }
    release(at: now)
  }

  /// Takes in that reading cannot go on. What has been read is played first.
  mutating func readingFailed(_ error: MediaError, generation: Int, at now: HostInstant) {
    guard generation == feed.generation, !phase.isClosed else { return }
    guard phase.isReady else { return fail(error, at: now) }
    settle(at: now)
    if feed.isReadingNextPass(of: loopedRange) { return feed.finishNextPass(with: error) }
    feed.finish(with: error)
    seeking.endSearch()
    failSeek(error)
    release(at: now)
  }

  /// Goes to the keyframe that a seek looks for, once none that is later can come.
  private mutating func search(_ read: MediaRead, at now: HostInstant) {
    let from = timeline.mediaAnchor
    guard let landed = seeking.search(read, in: &feed, from: from) else { return }
    put(at: landed, now)
    tell(.jumped, from: from, at: now)
  }

  /// Once zero is known the player is ready, at the place that was sought meanwhile.
  private mutating func getReady(at now: HostInstant) {
    guard case .loading(let held) = phase, feed.opened != nil, let zero = feed.readAhead.zero
    else { return }
    enter(held.map { .held($0) } ?? .paused, at: now)
    feed.placeDeclarations(zero: zero)
    log.append(.status(phase.status))
    let target = placeToGoOn(at: now)
    if target > .zero, feed.isSeekable {
      feed.restart(at: target)
      // Nothing has been crossed of what was read.
      feed.forgetLeftFrames()
      if seeking.isForKeyframe { seeking.beginSearch(for: target) }
    }
    release(at: now)
  }
}
