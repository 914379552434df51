import PortableCombine

extension Player {
  /// The numbers of the frames decoded, published and lost. Can be read on any thread.
  public var frameCounts: FrameCounts { state.withLock { $0.frames.counts } }

  /// Publishes `frameCounts` when frames are late, skipped or corrupt, and at each change of
  /// playback. A subscriber first receives the counts that were published last.
  ///
  /// Decoded and published frames alone cause no value, because that would be one for each frame.
  /// The first value is delivered on the subscribing thread. Others are delivered on a thread of the
  /// player, which a subscriber must not block. Completes when the player is closed.
  public var frameCountsPublisher: AnyPublisher<FrameCounts, Never> {
    frameCountsSubject.eraseToAnyPublisher()
  }
}
