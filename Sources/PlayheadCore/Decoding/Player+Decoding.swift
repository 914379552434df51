import PlayheadMedia
import PlayheadTimekeeping

/// The player as the workers that read and decode use it.
extension Player {
  /// Calls a closure with the frames and the settled playhead under the player's lock. It must not call client code.
  func withFrames<Result>(
    _ body: (inout FrameMachine, PlaybackMachine, HostInstant) -> Result
  ) -> Result {
    let (result, pendingRelease, control) = state.withLock { state in
      let now = clock.now
      state.machine.settle(at: now)
      state.followFeed(at: now)
      let result = body(&state.frames, state.machine, now)
      let hasNews =
        state.machine.hasEvents || state.frames.counts.isWorse(than: state.publishedCounts)
      return (result, state.frames.removePendingRelease(), hasNews ? state.control : nil)
    }
    control?.wake()
    withExtendedLifetime(pendingRelease) {}
    return result
  }

  func wakeDecoder() {
    if decoding != .none { state.withLock { $0.decoder }?.wake() }
  }

  /// Creates the decoders of a source, and returns it if it has tracks to decode.
  func makeDecoders(of source: any MediaSource) -> (any DecodingSource)? {
    guard let source = source as? any DecodingSource else { return nil }
    var info = source.info
    info.chosenTracks = chosenTracks
    let isHeard = makeSound(of: source, info)
    if decoding == .none { return isHeard ? source : nil }
    let tracks = info.timelineTracks.filter { decoding.decodes($0.kind) }
      .compactMap { track in
        source.makeDecoder(ofTrack: track.index).map { FrameTrack(track, decoder: $0) }
      }
    withFrames { frames, playback, _ in
      if !playback.isClosed { frames.decode(tracks) }
    }
    return tracks.isEmpty && !isHeard ? nil : source
  }

  func decode(
    _ read: MediaRead, _ placed: PlacedPackets, _ payload: (any EncodedPacket)?,
    _ heard: HeardPacket, generation: Int
  ) {
    guard case .packet(let packet) = read else {
      wakeSound()
      let isAwaited = withFrames { frames, playback, _ in
        generation == playback.generation && frames.hasReachedEnd
      }
      if isAwaited { wakeDecoder() }
      return
    }
    if case .added(isAwaited: true, _) = heard { wakeSound() }
    if case .added(_, isWhole: true) = heard { return }
    guard let payload, decoding != .none else { return }
    let isAwaited = withFrames { frames, playback, _ in
      guard generation == playback.generation else { return false }
      return frames.append(
        payload, packet, at: placed.presentation(of: packet), zero: playback.zero)
    }
    if isAwaited { wakeDecoder() }
  }

  /// Returns the next action of the worker that decodes.
  func nextDecodingStep() -> DecodingStep {
    let step = withFrames { frames, playback, now in
      let step = frames.nextStep(playback, at: now)
      if case .close = step { frames.removeAll() }
      return step
    }
    if case .close = step { state.withLock { $0.decoder }?.stop() }
    return step
  }

  /// Records a decoded frame, and wakes the subscriptions that wait for it.
  func decoded(_ frame: DecodedFrame?, of work: DecodingWork) {
    let count = work.decoder.damagedPacketCount
    let waiting = withFrames { frames, playback, now in
      frames.decoded(frame, of: work, damagedPacketCount: count, playback, at: now)
    }
    if waiting.isEmpty { return }
    let observers = state.withLock { state in waiting.compactMap { state.observers[$0] } }
    for observer in observers { observer.framesCame() }
  }

  /// The indices of the tracks that are decoded. Empty before the media is open. A track is missing
  /// if this build of FFmpeg has no decoder for its codec. Can be read on any thread.
  public var decodedTracks: [Int] { state.withLock { $0.frames.tracks.map(\.track.index) } }
}
