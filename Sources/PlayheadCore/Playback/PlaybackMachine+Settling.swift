import PlayheadMedia
import PlayheadTimekeeping

/// Changes that time or new media cause.
extension PlaybackMachine {
  /// Applies the changes that time alone has caused: a start, a stall, passes of a loop, the end.
  mutating func settle(at now: HostInstant) {
    begin(at: now)
    follow(at: now)
    while phase.isPlaying, timeline.position(at: now) >= limit {
      if let range = loopedRange, limit == range.upperBound {
        wrap(over: range, at: now)
      } else {
        halt(at: now)
      }
    }
    arrive(at: now)
  }

  /// Starts scheduled playback if its instant has come and enough media has been read.
  private mutating func begin(at now: HostInstant) {
    guard case .held(let held) = phase, let start = held.reason.scheduledStart,
      now >= start.hostAnchor
    else { return }
    let target = timeline.mediaAnchor
    guard !drive.isSound, target < feed.readAhead.limit, canMove(from: target) else {
      return release(at: now)
    }
    // The worker sleeps while the playhead does not move and enough has been read.
    feed.callWorker()
    enter(.playing(held.rate), with: target, at: start.hostAnchor)
    publish(.started, from: target, at: start.hostAnchor)
  }

  /// Stops the playhead, which has reached `limit`.
  private mutating func halt(at now: HostInstant) {
    let limit = limit
    let instant = min(timeline.instant(of: limit) ?? now, now)
    if feed.readAhead.isAtEnd, limit == feed.readAhead.limit {
      end(at: limit, since: instant, now)
    } else if limit == forwardEnd, limit == stop {
      enter(.paused, with: limit, at: instant)
      publish(.boundary, from: limit, at: now)
    } else {
      enter(.held(.init(reason: .stalled, rate: phase.rate)), with: limit, at: instant)
      // The worker may wait for an instant that a clock has jumped over.
      if !drive.isHost { feed.callWorker() }
      publish(.stalled, from: limit, at: now)
    }
  }

  /// Lets the playhead move if enough media has been read.
  mutating func release(at now: HostInstant) {
    if let held = phase.held, let start = held.reason.scheduledStart, now >= start.hostAnchor {
      // Sound starts when the device plays it, with the first frame.
      let late = drive.isSound ? nil : start
      enter(phase.requesting(.init(reason: .starting(late: late), rate: held.rate)), at: now)
    }
    enterPassAfterLateStart(at: now)
    guard case .held(let held) = phase, held.reason.scheduledStart == nil, !seeking.isSearching
    else { return }
    let position = resumePosition(at: now)
    if feed.readAhead.isAtEnd, position >= feed.readAhead.limit {
      put(at: feed.readAhead.limit, now)
      if let range = loopedRange, range.upperBound == feed.readAhead.limit {
        wrap(over: range, at: now)
      } else {
        end(at: feed.readAhead.limit, since: now, now)
      }
    } else if drive.isSound, let range = loopedRange, landing < range.upperBound,
      position >= range.upperBound
    {
      // The playhead has come to the seam after a pause, and samples of the next pass may have been heard.
      wrap(over: range, at: now)
      release(at: now)
    } else if canMove(from: position, afterStall: held.reason.isStall),
      let heard = movingInstant(at: now)
    {
      // A process that was stopped learns late that the device has played on.
      var instant = max(heard, log.newestInstant)
      // What the device had taken before a pause may have been heard long before the request to play.
      if held.reason.isStart { instant = max(instant, timeline.hostAnchor) }
      // The worker that reads sleeps while the playhead waits for the sound.
      if drive.isSound { feed.callWorker() }
      reachHeardSample(at: instant)
      // A late start skips the media before it.
      let from = timeline.mediaAnchor
      enter(.playing(held.rate), with: resumePosition(at: now), at: instant)
      publish(held.reason.isStart ? .started : .resumed, from: from, at: instant)
    }
  }

  /// Whether enough media has been read to play from `position`.
  func canMove(from position: MediaTime, afterStall isAfterStall: Bool = false) -> Bool {
    // After a stall, 0.5 s are needed, or playback would stutter. At the start and after a seek, 0.2 s are needed
    // unless the source is live: the thread that reads a local file may not be scheduled for a few milliseconds.
    if feed.readAhead.isAtEnd { return true }
    if let stop, position < stop || loopedRange != nil, feed.readAhead.hasRead(to: stop) {
      return true
    }
    let hasMore = feed.isSeekable && !feed.readAhead.isDry
    let margin: Int64 = isAfterStall ? 500_000_000 : hasMore ? 200_000_000 : 0
    let rate = phase.rate.isPaused ? .normal : phase.rate
    let needed = margin * Int64(rate.numerator) / Int64(rate.denominator)
    let limit = feed.readAhead.limit
    let start = position.nanoseconds(rounding: .up)
    let isRead =
      needed == 0 ? limit > position : limit.nanoseconds(rounding: .down) - start > needed
    // Rounded as by the worker, which would otherwise stop reading a nanosecond before it is enough.
    return isRead || feed.readAhead.isFull(at: position)
  }

  /// Ends playback at the end of the media, or fails at a reading error.
  private mutating func end(at position: MediaTime, since instant: HostInstant, _ now: HostInstant)
  {
    if let error = feed.readAhead.error {
      put(at: position, instant)
      return fail(error, at: now)
    }
    enter(.ended, with: position, at: instant)
    publish(.ended, from: position, at: now)
  }

  mutating func fail(_ error: MediaError, at now: HostInstant) {
    switch phase {
    case .failed, .closed: return
    default: break
    }
    seeking.endSearch()
    enter(.failed(error), with: position(at: now), at: now)
    feed.callWorker()
    log.append(.status(phase.status))
    finishLoading()
    failSeek(error)
    publish(.failed, from: timeline.mediaAnchor, at: now)
  }
}
