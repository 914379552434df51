import PlayheadTimekeeping

/// Receives the player's changes, in order, on a thread of the player.
protocol PlaybackObserver: AnyObject, Sendable {
  /// A discontinuity happened.
  func playbackChanged(_ change: PlaybackChange)
  func playerClosed()
  /// The player is ready to play or has failed.
  func statusChanged()
  /// The clock differs from its prediction, or a stop or wrap has another position: updates have other times.
  func clockJumped()
  /// A clock or the sound has moved the playhead, which is on this timeline now.
  func followed(_ timeline: Timeline)
  /// A frame that the observer waits for was read or decoded.
  func framesCame()
}

extension PlaybackObserver {
  func framesCame() {}
  func statusChanged() {}
  func clockJumped() {}
  func followed(_ timeline: Timeline) {}
}
