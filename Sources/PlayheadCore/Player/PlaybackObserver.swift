/// What wants to be told of every discontinuity, in order, on a thread of the player's.
protocol PlaybackObserver: AnyObject, Sendable {
  func playbackChanged(_ change: PlaybackChange)
  func playerClosed()
  /// Where the medium's presentation begins is known, or the player has failed.
  func statusChanged()
  /// The clock that drives the playhead is elsewhere than it was expected to be; or the place is at
  /// which the playhead stops, or goes back.
  func clockJumped()
  /// A frame was decoded that the observer waits for.
  func framesCame()

  /// The handler of the observer's timer: delivers all that is due.
  func deliver()
}

extension PlaybackObserver {
  func framesCame() {}
  func statusChanged() {}
  func clockJumped() {}
}
