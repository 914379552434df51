import Audio
import Media
import Timekeeping

/// A playhead that follows the sound.
extension PlaybackMachine {
  /// Restarts reading at a position, and the sound with it.
  mutating func restartReading(at position: MediaTime) {
    feed.restart(at: position)
    sound?.restart()
  }

  /// Restarts the sound at a position, although reading continues: the sound before is void.
  mutating func restartSound(at position: MediaTime) {
    guard sound != nil else { return }
    feed.jump(to: position)
    sound?.restart()
  }

  /// The instant from which a playhead that waits can move, now or in the past; nil if the sound is not
  /// heard yet.
  func movingInstant(at now: HostInstant) -> HostInstant? {
    guard let sound, !sound.isSilent else { return now }
    // At the end of the written sound it would stop at once.
    let position = timeline.mediaAnchor
    if let written = sound.limit(from: position), written <= position { return nil }
    return sound.movingInstant.flatMap { $0 <= now ? $0 : nil }
  }

  /// Corrects the position by the frames heard.
  mutating func followSound(at now: HostInstant) {
    guard sound != nil else { return }
    switch phase {
    case .held(let held) where held.reason.scheduledStart == nil && movingInstant(at: now) != nil:
      release(at: now)
    case .playing:
      if let next = sound?.timeline(at: now) { follow(next, at: now) }
    case .paused where sound?.isDraining == true:
      let heard = sound?.drainedPosition(at: now).map { min($0, limit) }
      if let position = heard, position > timeline.mediaAnchor {
        played.insert(timeline.mediaAnchor..<position)
        timeline = Timeline(mediaAnchor: position, hostAnchor: now, rate: .paused)
      }
      if sound?.isDraining == false {
        publish(.paused, from: timeline.mediaAnchor, at: now)
      }
    case .idle, .loading, .paused, .held, .ended, .failed, .closed: break
    }
  }

  private mutating func follow(_ next: Timeline, at now: HostInstant) {
    let position = timeline.mediaAnchor
    let limit = limit
    // The positions of frames are whole nanoseconds, and the limit may be between two of them.
    let isAtLimit =
      next.mediaAnchor.nanoseconds(rounding: .down) >= limit.nanoseconds(rounding: .down)
    let heard = isAtLimit ? max(next.mediaAnchor, limit) : next.mediaAnchor
    // The frames heard never go back, but the seam of a loop may be between two of them.
    let anchor = max(heard, position)
    played.insert(position..<max(min(anchor, limit), position))
    if next.rate != timeline.rate, abs(next.rate.doubleValue / timeline.rate.doubleValue - 1) > 0.01
    {
      log.requestReschedule()
    }
    loop.stopCounting()
    timeline = Timeline(mediaAnchor: anchor, hostAnchor: next.hostAnchor, rate: next.rate)
  }

  /// Publishes a pause whose last frames are still heard.
  mutating func finishPausing(at now: HostInstant) {
    guard sound?.isDraining == true else { return }
    sound?.endDraining()
    publish(.paused, from: timeline.mediaAnchor, at: now)
  }

  // MARK: The output

  /// Records a new reading of the output.
  mutating func hear(_ status: AudioOutputStatus, at now: HostInstant) {
    guard let reading = status.reading, let sound, sound.reading != reading else { return }
    self.sound?.add(reading, underrunCount: status.underrunCount, at: now)
    followSound(at: now)
  }

  /// Records frames that were written, the last ones before frame `end` of the output.
  mutating func write(
    _ segment: SoundSegment, _ count: Int, before end: Int64, at now: HostInstant
  ) {
    sound?.append(segment, count, before: end, at: now)
    followSound(at: now)
  }

  /// Records that an output has been opened.
  mutating func openSound(_ format: AudioFormat, at now: HostInstant) {
    sound?.open(sampleRate: format.sampleRate)
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
    sound?.close()
  }

  /// Reads on if playback goes on beyond the position where it was to stop, and where the sound ends.
  /// Returns whether it does.
  mutating func continueSound(at now: HostInstant) -> Bool {
    guard !phase.rate.isPaused, mustContinueSound else { return false }
    readSoundAgain(at: now)
    return true
  }

  /// Whether the sound ends before the position where playback stops, and media follows there.
  var mustContinueSound: Bool {
    guard let end = sound?.end, phase.isReady else { return false }
    let limit = feed.readAhead.limit
    return min(stop ?? limit, limit) > end
  }

  /// Reads the media again from the playhead on, because its sound is needed again. If the source cannot
  /// seek, the sound that was lost becomes silence.
  mutating func readSoundAgain(at now: HostInstant) {
    settle(at: now)
    guard phase.isReady else { return }
    let position = position(at: now)
    if case .playing(let rate) = phase {
      enter(.held(.init(reason: .seeking, rate: rate)), with: position, at: now)
    }
    guard feed.isSeekable else { return restartSound(at: position) }
    restartReading(at: position)
    feed.forgetLeftFrames()
    feed.callWorker()
  }

  /// Continues on the host clock, without sound.
  mutating func abandonSound(at now: HostInstant) {
    guard sound != nil else { return }
    settle(at: now)
    finishPausing(at: now)
    let position = position(at: now)
    sound = nil
    feed.callWorker()
    if phase.isPlaying { enter(phase, with: position, at: now) }
    release(at: now)
  }
}
