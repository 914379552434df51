import PlayheadMedia
import PlayheadTimekeeping

/// The next action of the worker that reads the media, and its results.
extension PlaybackMachine {
  mutating func nextReadingStep(at now: HostInstant) -> ReadingStep {
    switch phase {
    case .idle: return .wait(until: nil)
    case .loading where feed.opened == nil: return .open
    case .failed, .closed: return .close
    case .loading, .paused, .held, .playing, .ended: break
    }
    settle(at: now)
    // A step reads until its frame is found, however much media is before it.
    let playhead = !seeking.isStepping ? resumePosition(at: now) : nil
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

  /// Records the estimated duration of media whose declared duration is wrong. Percentages move with it.
  mutating func estimated(_ duration: MediaTime, generation: Int) {
    guard generation == feed.generation, !phase.isClosed else { return }
    feed.estimate(duration)
    log.requestReschedule()
  }

  /// Records a packet, or the end of the media, and the packets that are placed since.
  mutating func read(
    _ read: MediaRead, _ placed: PlacedPackets, generation: Int, at now: HostInstant
  ) {
    guard generation == feed.generation, !phase.isClosed else { return }
    settle(at: now)
    if feed.isReadingNextPass { return feed.recordForNextPass(read, placed) }
    let end = feed.end
    feed.record(read, placed)
    // Percentages move with the end.
    if feed.end != end { log.requestReschedule() }
    playOn(after: read, at: now)
  }

  /// Continues with the media read.
  private mutating func playOn(after read: MediaRead, at now: HostInstant) {
    if case .nothingYet = read { return release(at: now) }
    if seeking.isSearching { search(read, at: now) }
    getReady(at: now)
    guard phase.isReady else { return }
    returnToEnd(at: now)
    continueStepping(at: now)
    if seeking.isSearching { return }
    if feed.readAhead.isAtEnd || feed.readAhead.limit > timeline.mediaAnchor { land() }
    release(at: now)
  }

  /// Moves a playhead that is beyond the end, which was not known at the time of its seek, to the end.
  private mutating func returnToEnd(at now: HostInstant) {
    let position = timeline.mediaAnchor
    guard feed.readAhead.isAtEnd, !phase.isPlaying, position > feed.readAhead.limit else { return }
    put(at: feed.readAhead.limit, now)
    publish(.seeked, from: position, at: now)
  }

  /// Records a reading error. The media read before it is played first.
  mutating func readingFailed(
    _ error: MediaError, _ placed: PlacedPackets, generation: Int, at now: HostInstant
  ) {
    guard generation == feed.generation, !phase.isClosed else { return }
    guard phase.isReady else { return fail(error, at: now) }
    settle(at: now)
    if feed.isReadingNextPass { return feed.finishNextPass(with: error, placed) }
    feed.finish(with: error, placed)
    seeking.endSearch()
    failSeek(error)
    release(at: now)
  }

  /// Moves the playhead to the keyframe of a seek as soon as no later keyframe can match.
  private mutating func search(_ read: MediaRead, at now: HostInstant) {
    let from = timeline.mediaAnchor
    guard let landed = seeking.search(read, in: &feed, from: from) else { return }
    put(at: landed, now)
    publish(.seeked, from: from, at: now)
  }

  /// Makes the player ready when position zero is known, at the target of an earlier seek.
  private mutating func getReady(at now: HostInstant) {
    guard case .loading(let held) = phase, feed.opened != nil, let zero = feed.readAhead.zero
    else { return }
    enter(held.map { .held($0) } ?? .paused, at: now)
    feed.placeDeclarations(zero: zero)
    log.append(.status(phase.status))
    finishLoading()
    let target = resumePosition(at: now)
    if target > .zero, feed.isSeekable {
      restartReading(at: target)
      // The playhead has crossed no frame of the media read.
      feed.forgetLeftFrames()
      if seeking.isForKeyframe { seeking.beginSearch(for: target) }
    }
    release(at: now)
  }
}
