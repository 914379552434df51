import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// A playhead that follows the sound.
extension PlaybackMachine {
  /// Restarts reading at a position, and the sound with it.
  mutating func restartReading(at position: MediaTime) {
    feed.restart(at: position)
    drive.sound?.restart()
  }

  /// Restarts the sound at a position, although reading continues: the sound before is void.
  mutating func restartSound(at position: MediaTime) {
    guard drive.isSound else { return }
    feed.jump(to: position)
    drive.sound?.restart()
  }

  /// The instant, now or past, from which a waiting playhead can move; nil if its sound is not heard yet.
  func movingInstant(at now: HostInstant) -> HostInstant? {
    guard let sound = drive.sound, !sound.isSilent else { return now }
    // At the end of the written sound it would stop at once.
    let position = timeline.mediaAnchor
    if let written = sound.limit(from: position), written <= position { return nil }
    return sound.movingInstant.flatMap { $0 <= now ? $0 : nil }
  }

  /// Moves the playhead to the sample that is heard.
  mutating func followSound(at now: HostInstant) {
    switch phase {
    case .held(let held) where held.reason.scheduledStart == nil && movingInstant(at: now) != nil:
      release(at: now)
    case .playing:
      guard let next = drive.sound?.timeline(at: now) else { return followClock(at: now) }
      follow(next)
    case .paused where drive.sound?.isDraining == true:
      let heard = drive.sound?.drainedPosition(at: now).map { min($0, limit) }
      if let position = heard, position > timeline.mediaAnchor {
        played.insert(timeline.mediaAnchor..<position)
        timeline = Timeline(mediaAnchor: position, hostAnchor: now, rate: .paused)
      }
      if drive.sound?.isDraining == false {
        publish(.paused, from: timeline.mediaAnchor, at: now)
      }
    case .idle, .loading, .paused, .held, .ended, .failed, .closed: break
    }
  }

  private mutating func follow(_ next: Timeline) {
    let position = timeline.mediaAnchor
    let limit = limit
    // Samples have positions of whole nanoseconds, and the limit may be between two nanoseconds.
    let isAtLimit =
      next.mediaAnchor.nanoseconds(rounding: .down) >= limit.nanoseconds(rounding: .down)
    let heard = isAtLimit ? max(next.mediaAnchor, limit) : next.mediaAnchor
    // The samples heard never go back, but the seam of a loop may be between two of them. The playhead then
    // waits for the sound.
    let anchor = max(heard, position)
    let course = drive.sound?.earliest(on: next, from: next.hostAnchor) ?? next
    let start = position > heard ? course.instant(of: position) ?? next.hostAnchor : next.hostAnchor
    played.insert(position..<max(min(anchor, limit), position))
    if next.rate != timeline.rate, abs(next.rate.doubleValue / timeline.rate.doubleValue - 1) > 0.01
    {
      log.requestReschedule()
    }
    rescheduleAfterLeap(to: anchor, at: start)
    loop.stopCounting()
    timeline = Timeline(mediaAnchor: anchor, hostAnchor: start, rate: next.rate)
  }

  /// Moves a resting playhead to the sample heard, if the device had already taken sound of the next file or pass.
  mutating func reachHeardSample(at instant: HostInstant) {
    let (position, rounding) = (timeline.mediaAnchor, MediaTime.milliseconds(1))
    guard let heard = drive.sound?.restingPosition(at: instant).map({ min($0, limit) }),
      position.adding(rounding).map({ $0 < heard }) ?? false
    else { return }
    played.insert(position..<heard)
    timeline = Timeline(mediaAnchor: heard, hostAnchor: instant, rate: .paused)
  }

  /// Publishes a pause whose last samples are still heard.
  mutating func finishPausing(at now: HostInstant) {
    guard drive.sound?.isDraining == true else { return }
    drive.sound?.endDraining()
    publish(.paused, from: timeline.mediaAnchor, at: now)
  }

  // MARK: What the sound asks

  /// The pass of the playhead.
  var soundPass: Int { drive.sound?.pass ?? 0 }

  /// The time after which a new reading of a playing output is useful.
  var soundReadingInterval: Duration? { drive.sound?.readingInterval }

  /// Returns the next instant when the sound moves a playhead that waits, or may change the course of one that moves.
  func nextSoundInstant(after now: HostInstant) -> HostInstant? {
    let instant = isMoving ? drive.sound?.nextCourseInstant(after: now) : drive.sound?.movingInstant
    return instant.flatMap { $0 > now ? $0 : nil }
  }

  /// The instant when the last sample is heard after a pause.
  var soundRestInstant: HostInstant? { drive.sound?.restInstant }

  /// Whether the playhead would move if the sound were heard.
  var waitsForSound: Bool {
    guard case .held(let held) = phase, held.reason.scheduledStart == nil else { return false }
    return canMove(from: timeline.mediaAnchor, afterStall: held.reason.isStall)
  }

  /// The instant of a scheduled start whose media has been read; nil if there is none.
  var readyStart: HostInstant? {
    guard let start = scheduledStart, !seeking.isSearching, canMove(from: timeline.mediaAnchor)
    else { return nil }
    return start
  }

  /// The sample rate of the output; nil before it is open.
  var soundSampleRate: Int? { drive.sound?.sampleRate }

  /// Whether the device plays, as of its last reading.
  var isSoundPlaying: Bool { drive.sound?.isPlaying ?? false }

  /// Returns how many samples are heard from a sample until an instant; negative if it is heard later, nil if unknown.
  func sampleCount(from sample: Int64, until instant: HostInstant) -> Int64? {
    drive.sound?.sampleCount(from: sample, until: instant)
  }

  /// Whether playback stops at the forward end, and no loop returns before.
  var stopsAtForwardEnd: Bool { stop == forwardEnd && loopedRange == nil }

  var isPausedAtForwardEnd: Bool { phase.rate.isPaused && landing == forwardEnd }

  // MARK: The output

  /// Records the state of the output, and its reading if it is new.
  mutating func hear(_ status: AudioOutputStatus, at now: HostInstant) {
    if !status.isFlushing { drive.sound?.setSamplesWritten(status.nextSample, at: now) }
    drive.sound?.setSamplesReadWhenEmpty(status.samplesReadWhenEmpty, at: now)
    guard let reading = status.reading, drive.sound?.reading != reading else { return }
    drive.sound?.add(reading, underrunCount: status.underrunCount, at: now)
    followSound(at: now)
  }

  /// Records samples that were written, the last ones before sample `end` of the output.
  mutating func write(
    _ segment: SoundSegment, _ count: Int, before end: Int64, at now: HostInstant
  ) {
    drive.sound?.append(segment, count, before: end, at: now)
    followSound(at: now)
  }

  /// Records that a flush has discarded samples: the next one to write has this number.
  mutating func flushSound(_ nextSample: Int64, at now: HostInstant) {
    drive.sound?.flush(nextSample, at: now)
  }

  /// Records that the sound ends at a position.
  mutating func finishSound(at end: MediaTime) { drive.sound?.finish(at: end) }

  /// Records that all sound of a pass has been written.
  mutating func completeSound(_ pass: Int) { drive.sound?.complete(pass) }

  /// Records that an output has been opened.
  mutating func openSound(_ format: AudioFormat, at now: HostInstant) {
    drive.sound?.open(sampleRate: format.sampleRate)
  }

  /// Stops the playhead, as the output was lost.
  mutating func loseSound(at now: HostInstant) {
    settle(at: now)
    finishPausing(at: now)
    if case .playing(let rate) = phase {
      let position = position(at: now)
      enter(.held(.init(reason: .stalled, rate: rate)), with: position, at: now)
      publish(.stalled, from: position, at: now)
    }
    drive.sound?.close()
  }

  /// Reads the media again, and returns true, if playback continues beyond the end of the sound.
  mutating func continueSound(at now: HostInstant) -> Bool {
    guard !phase.rate.isPaused, mustContinueSound else { return false }
    readSoundAgain(at: now)
    return true
  }

  /// Whether the sound ends before the position where playback stops, and media follows there.
  var mustContinueSound: Bool {
    guard let end = drive.sound?.end, phase.isReady else { return false }
    let limit = feed.readAhead.limit
    return min(stop ?? limit, limit) > end
  }

  /// Whether the playhead is at the end of the sound. A closed one stays where it was.
  var isSoundHeard: Bool { drive.sound?.end.map { $0 <= timeline.mediaAnchor } ?? false }

  /// Reads the media again from the playhead on for its sound, which becomes silence if the source cannot seek.
  ///
  /// If `keepsWritten`, the output has discarded samples: those that it has not are heard, and not again.
  mutating func readSoundAgain(keepsWritten: Bool = false, at now: HostInstant) {
    settle(at: now)
    guard phase.isReady else { return }
    // So is what the device took before a pause.
    let end = (keepsWritten ? drive.sound?.writtenEnd : nil) ?? drive.sound?.drainEndPosition
    let position = max(end.map { min($0, limit) } ?? .zero, position(at: now))
    if position > timeline.mediaAnchor, !phase.isPlaying {
      played.insert(timeline.mediaAnchor..<position)
      timeline = Timeline(mediaAnchor: position, hostAnchor: now, rate: .paused)
    }
    finishPausing(at: now)
    if case .playing(let rate) = phase {
      enter(.held(.init(reason: .seeking, rate: rate)), with: position, at: now)
    }
    guard feed.isSeekable else { return restartSound(at: position) }
    // The playhead may be ahead of a device that has stood still since its last reading. It waits for the sound.
    restartReading(at: end.map { min($0, position) } ?? position)
    feed.forgetLeftFrames()
    feed.callWorker()
  }

  /// Continues on the host clock, without sound.
  mutating func abandonSound(at now: HostInstant) {
    guard drive.isSound else { return }
    settle(at: now)
    finishPausing(at: now)
    let position = position(at: now)
    drive.sound = nil
    feed.callWorker()
    if phase.isPlaying { enter(phase, with: position, at: now) }
    release(at: now)
  }
}
