import PlayheadMedia
import PlayheadTimekeeping

/// Loops. The next pass is read while the current one is played.
extension PlaybackMachine {
  mutating func setLoop(_ loop: PlaybackLoop?, at now: HostInstant) {
    settle(at: now)
    guard !phase.isClosed else { return }
    // A playhead that has left the new range since it was anchored is beyond it.
    if phase.isPlaying { put(at: position(at: now), now) }
    self.loop.set(loop)
    log.requestReschedule()
    feed.abandonNextPass(playhead: position(at: now))
    // Media that is not needed any more may have been missing.
    release(at: now)
  }

  /// The range of the loop to which the playhead returns at its end; nil if there is none, or its end is not known yet.
  var loopedRange: Range<MediaTime>? {
    loop.range(from: landing, mediaEnd: feed.end, forwardEnd: forwardEnd)
  }

  /// The worker's next step for the next pass; nil if there is none.
  mutating func nextPassStep(at now: HostInstant) -> MediaFeed.Step? {
    // A step may go beyond the range.
    guard let range = loopedRange, phase.isReady, feed.isSeekable, !seeking.isStepping else {
      if feed.next != nil { feed.abandonNextPass(playhead: position(at: now)) }
      return nil
    }
    let isPassRead =
      !seeking.isSearching && feed.hasReadPass(to: range.upperBound)
      && (feed.readAhead.isAtEnd || landing < range.upperBound)
    let position = position(at: now)
    return feed.nextPassStep(over: range, isPassRead: isPassRead, playhead: position)
  }

  /// Returns the playhead to the start of the range whose end it has reached, as often as it has reached it until now.
  mutating func wrap(over range: Range<MediaTime>, at now: HostInstant) {
    guard feed.isSeekable else {
      put(at: range.upperBound, now)
      return fail(MediaError(.seek, of: mediaName, reason: .notSeekable), at: now)
    }
    let (wasMoving, rate) = (phase.isPlaying, phase.rate)
    let isWhole = !feed.decodes && feed.hasReadNextPass(to: range.upperBound)
    let wrap = loop.nextWrap(
      over: range, along: timeline, isMoving: wasMoving, isWhole: isWhole, at: now)

    anchor(at: range.upperBound, wrap.instant, rate: .paused)
    enter(.held(.init(reason: .seeking, rate: rate)), at: wrap.instant)
    played.insert(range, times: Int(wrap.count - 1))
    loop.count(wrap)
    // Sound beyond the end may have been written before the loop was set.
    let isCut = drive.sound?.isCut(at: range.upperBound) ?? true
    drive.sound?.enterNextPass()
    let isBegun =
      isCut && feed.enterNextPass(at: range.lowerBound, isReused: isWhole && loop.goesBack)
    if !isBegun {
      restartReading(at: range.lowerBound)
      feed.callWorker()
    }
    // A playhead that rests moves when the sound is heard.
    if isBegun, wasMoving || !drive.isSound,
      feed.readAhead.isAtEnd || feed.readAhead.limit > range.lowerBound
    {
      anchor(at: wrap.position, wrap.instant, rate: rate)
      enter(.playing(rate), at: wrap.instant)
      // In a loop of a few nanoseconds the rounding may be longer than the range.
      landing = range.lowerBound
      played.insert(landing..<min(wrap.position, range.upperBound))
      if wasMoving { loop.keepCounting(from: wrap) }
    } else {
      anchor(at: range.lowerBound, now, rate: .paused)
      // Its sound may already be heard.
      drive.sound?.rest(at: range.lowerBound)
    }
    publish(.looped, from: range.upperBound, at: wrap.instant)
  }
}
