import Media
import PortableCombine
import Timekeeping

/// What the workers that read and decode ask of the player, and tell it.
extension Player {
  /// Changes or reads what is known of frames, as it is at this instant.
  func withFrames<Result>(
    _ body: (inout FrameMachine, PlaybackMachine, HostInstant) -> Result
  ) -> Result {
    let (result, pendingRelease, control) = state.withLock { state in
      let now = clock.now
      state.machine.settle(at: now)
      state.frames.follow(state.machine.feed.takeEvents())
      let result = body(&state.frames, state.machine, now)
      let hasNews =
        state.machine.log.hasNews || state.frames.counts.isWorse(than: state.publishedCounts)
      return (result, state.frames.takePendingRelease(), hasNews ? state.control : nil)
    }
    control?.wake()
    withExtendedLifetime(pendingRelease) {}
    return result
  }

  func wakeDecoder() {
    if decoding != .none { state.withLock { $0.decoder }?.wake() }
  }

  /// Makes the decoders of the tracks that are to be decoded; nil where there is none to be.
  func makeDecoders(of source: any MediaSource) -> (any DecodingSource)? {
    guard decoding != .none, let source = source as? any DecodingSource else { return nil }
    var info = source.info
    info.chosenTracks = chosenTracks
    let tracks = info.timelineTracks.filter { decoding.decodes($0.kind) }
      .compactMap { track in
        source.makeDecoder(ofTrack: track.index).map { FrameTrack(track, decoder: $0) }
      }
    withFrames { frames, _, _ in frames.decode(tracks) }
    return tracks.isEmpty ? nil : source
  }

  /// Takes in the payload of a packet that was read, or that there is no more.
  func decode(_ read: MediaRead, _ payload: (any EncodedPacket)?, generation: Int) {
    let isAwaited = withFrames { frames, playback, _ in
      guard generation == playback.feed.generation else { return false }
      guard case .packet(let packet) = read else {
        return frames.isAtEnd.now || frames.isAtEnd.next
      }
      guard let payload else { return false }
      return frames.append(payload, packet, zero: playback.feed.readAhead.zero ?? .zero)
    }
    if isAwaited { wakeDecoder() }
  }

  func nextDecodingStep() -> DecodingStep {
    let step = withFrames { frames, playback, now in
      let step = frames.nextStep(playback, at: now)
      if case .close = step { frames.removeAll() }
      return step
    }
    if case .close = step { state.withLock { $0.decoder }?.stop() }
    return step
  }

  func decoded(_ frame: DecodedFrame?, of work: DecodingWork) {
    let count = work.decoder.damagedPacketCount
    let waiting = withFrames { frames, playback, now in
      frames.decoded(frame, of: work, damagedPacketCount: count, playback, at: now)
    }
    if waiting.isEmpty { return }
    let observers = state.withLock { state in waiting.compactMap { state.observers[$0] } }
    for observer in observers { observer.framesCame() }
  }

  /// The indices of the tracks that are decoded: none before the medium is open, and of those
  /// whose codec this build has no decoder for.
  public var decodedTracks: [Int] { state.withLock { $0.frames.tracks.map(\.track.index) } }
}
