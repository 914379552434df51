import Timekeeping

/// Starts at a given host instant.
extension PlaybackMachine {
  /// Has the playhead be at `time`, nil: where it is, when `instant` comes, and move at `rate`
  /// then.
  mutating func setRate(
    _ rate: Rate, time: MediaTime?, atHost instant: HostInstant, at now: HostInstant,
    completion: SeekCompletion?
  ) {
    settle(at: now)
    let from = position(at: now)
    let target = clamped(time ?? from)
    let start = Timeline(mediaAnchor: target, hostAnchor: instant, rate: rate)
    let place = clamped(start.position(at: now))
    if isEnded, isReady, time == nil {
      if let completion {
        tellSought(completion, .success(SeekResult(target: from, landed: from)))
      }
      return
    }
    if seekError(from: from, to: place) != nil {
      return seek(to: place, at: now, completion: completion)
    }
    let wasWanted = !wantedRate.isPaused
    hold(nil, at: now)
    anchor(at: from, now)
    wantedRate = .paused
    // That it stands now, where it moved, is told by the jump too.
    seek(to: place, at: now, completion: completion)
    guard !rate.isPaused else {
      if wasWanted { tell(.paused, from: place, at: now) }
      return
    }
    wantedRate = rate
    scheduledStart = start
    load()
    hold(.scheduled, at: now)
    release(at: now)
  }

  /// Plays as if it had been asked to at `instant`, a moment ago, if the media is there; otherwise
  /// as soon as it can.
  mutating func setRate(_ rate: Rate, asOf instant: HostInstant, at now: HostInstant) {
    settle(at: now)
    let position = timeline.mediaAnchor
    let start = Timeline(mediaAnchor: position, hostAnchor: instant, rate: rate)
    guard isReady, wantedRate.isPaused, !rate.isPaused, !isEnded, keyframeSearch == nil,
      start.position(at: now) < limit, canMove(from: position, after: .starting)
    else { return setRate(rate, at: now) }
    feed.callWorker()
    wantedRate = rate
    anchor(at: position, instant, rate: rate)
    tell(.started, from: position, at: instant)
  }

  /// Begins by itself where the instant has come and the media is there.
  mutating func begin(at now: HostInstant) {
    guard hold == .scheduled, isReady, keyframeSearch == nil, let start = scheduledStart,
      now >= start.hostAnchor
    else { return }
    let target = timeline.mediaAnchor
    guard target < feed.readAhead.limit, canMove(from: target, after: .starting) else {
      return release(at: now)
    }
    // It sleeps while the playhead stands and enough is read.
    feed.callWorker()
    scheduledStart = nil
    hold(nil, at: start.hostAnchor)
    anchor(at: target, start.hostAnchor, rate: wantedRate)
    tell(.started, from: target, at: start.hostAnchor)
  }

  /// Where the playhead goes on once it is released: where it stands, but after a late start where
  /// it would be by now.
  func placeToGoOn(at now: HostInstant) -> MediaTime {
    if let scheduledStart { return scheduledStart.position(at: now) }
    return position(at: now)
  }
}
