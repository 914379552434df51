import PortableCombine

extension Player {
  /// What became of the frames that were decoded.
  public var frameCounts: FrameCounts { state.withLock { $0.frames.counts } }

  /// `frameCounts`, as it was told last, on the subscribing thread, and then whenever frames are
  /// late, left out or corrupt, and at each change of playback: on a thread of the player's, whose
  /// work a subscriber must not hold up. It completes when the player is closed.
  ///
  /// What went well alone is not told: that would be a value for each frame.
  public var frameCountsPublisher: AnyPublisher<FrameCounts, Never> {
    frameCountsSubject.eraseToAnyPublisher()
  }
}
