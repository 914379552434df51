import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// The player as the worker that plays sound uses it.
extension Player {
  /// Calls a closure with the sound and the playhead as they are now, under the player's lock.
  private func withSound<Result>(
    _ body: (inout SoundMachine, inout PlaybackMachine, HostInstant) -> Result
  ) -> Result? {
    let (result, pendingRelease, control, worker) = state.withLock {
      state -> (Result?, [SoundItem], (any HostRoutine)?, (any HostRoutine)?) in
      let now = clock.now
      state.machine.settle(at: now)
      let readsOn = state.machine.continueSound(at: now)
      state.followFeed(at: now)
      let result = state.withSound { body(&$0, &$1, now) }
      let hasNews = state.machine.hasEvents
      return (
        result, state.sound?.removePendingRelease() ?? [], hasNews ? state.control : nil,
        readsOn ? state.worker : nil
      )
    }
    control?.wake()
    worker?.wake()
    withExtendedLifetime(pendingRelease) {}
    return result
  }

  func nextSoundStep(_ progress: SoundMachine.Progress) -> SoundStep {
    var followed: Timeline?
    let step = withSound { sound, playback, now in
      if let status = progress.status { playback.hear(status, at: now) }
      followed = playback.followedTimeline(at: now)
      let step = sound.nextStep(progress, playback, at: now)
      if case .finish(let end, nil, _) = step { playback.finishSound(at: end) }
      return step
    }
    // Something may be due earlier than was predicted.
    if let followed {
      for observer in state.withLock({ Array($0.observers.values) }) { observer.followed(followed) }
    }
    if case .close? = step {
      let finished = state.withLock { $0.finishing.take() }
      withExtendedLifetime(finished) {}
    }
    return step ?? .close(discarding: false)
  }

  /// Records that a restart has discarded samples: the next one to write has this number.
  func soundFlushed(_ nextSample: Int64) {
    _ = withSound { _, playback, now in playback.flushSound(nextSample, at: now) }
  }

  /// Records that the output has been opened.
  func soundOpened(_ format: AudioFormat) {
    let worker = withSound { sound, playback, now in
      playback.openSound(format, at: now)
      let wasLost = sound.opened()
      if wasLost { playback.readSoundAgain(at: now) }
      return wasLost
    }
    if worker == true { state.withLock { $0.worker }?.wake() }
    publishAudioState()
  }

  /// Records that the output could not be opened, or was lost.
  func soundFailed(_ error: AudioError) {
    _ = withSound { sound, playback, now in
      playback.loseSound(at: now)
      sound.lose(error, at: now)
      if sound.isAbandoned { playback.abandonSound(at: now) }
    }
    publishAudioState()
  }

  /// Reads the media again for sound that was written. If `keepsWritten`, the output has discarded that, except for
  /// what the device has taken.
  func soundLost(keepsWritten: Bool) {
    _ = withSound { sound, playback, now in
      // A player that has only followed another one begins again.
      playback.readSoundAgain(keepsWritten: keepsWritten && sound.isTaken, at: now)
    }
    state.withLock { $0.worker }?.wake()
  }

  /// Prepares the sound of the player that plays next, which follows without a gap if its rate is not nil.
  func prepareSound(following rate: Rate?) {
    _ = withSound { sound, _, _ in sound.prepare(following: rate) }
    wakeSound()
  }

  /// Keeps the sound of a player that has become the current one while its queue is paused.
  func holdSound() {
    _ = withSound { sound, _, _ in sound.hold() }
    wakeSound()
  }

  /// Records samples that were written, the last ones before sample `end` of the output.
  func soundWritten(_ segment: SoundSegment, _ count: Int, before end: Int64) {
    _ = withSound { _, playback, now in playback.write(segment, count, before: end, at: now) }
  }

  /// Records that all sound of a pass has been written.
  func soundCompleted(_ pass: Int) {
    _ = withSound { _, playback, _ in playback.completeSound(pass) }
  }

  /// Plays the first audio track of an opened source, and returns true, if it can be decoded.
  func makeSound(of source: any DecodingSource, _ info: MediaInfo) -> Bool {
    guard hasAudio else { return false }
    let track = info.timelineTracks.first { $0.kind == .audio }
    let decoder = track.flatMap { source.makeDecoder(ofTrack: $0.index) }
    _ = withSound { sound, playback, now in
      if playback.isClosed { return }
      if let track, let decoder {
        sound.play(track, decoder)
      } else {
        sound.abandon(.noSound)
        playback.abandonSound(at: now)
      }
    }
    publishAudioState()
    return decoder != nil
  }

  /// Returns the payload to hear: a second one if frames of its track are decoded as well.
  private func soundPayload(_ payload: any EncodedPacket, _ track: Int) -> (any EncodedPacket)? {
    guard hasAudio else { return nil }
    let (isHeard, isDecoded) = state.withLock { state in
      (
        state.sound?.track?.index == track,
        state.frames.tracks.contains { $0.track.index == track }
      )
    }
    guard isHeard else { return nil }
    return isDecoded ? payload.shared() : payload
  }

  func listen(
    to read: MediaRead, _ payload: (any EncodedPacket)?, generation: Int
  ) -> HeardPacket {
    guard case .packet(let packet) = read, let payload,
      let sound = soundPayload(payload, packet.track)
    else { return .ignored }
    let isAwaited = withSound { machine, playback, _ in
      generation == playback.generation && !playback.isClosed && machine.append(sound)
    }
    return .added(isAwaited: isAwaited ?? false, isWhole: sound === payload)
  }

  /// Whether packets are decoded: for frames, or to be heard.
  var needsPayloads: Bool { decoding != .none || hasAudio || !cueTracks.isEmpty }

  func wakeSound() {
    if hasAudio { state.withLock { $0.speaker }?.wake() }
  }

  /// The routine that plays sound, for an output to wake. It does not retain the player.
  var soundWake: (any HostRoutine)? { state.withLock { $0.speaker } }

  private func publishAudioState() {
    guard let audio = state.withLock({ $0.sound?.state }) else { return }
    audioStateSubject.send(audio)
  }
}
