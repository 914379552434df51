import PortableCombine
import Timekeeping

extension Player {
  /// The position of the end, each time playback meets it: the end of the media, or where
  /// `setForwardPlaybackEnd` set it before. It has no value of its own to begin with.
  ///
  /// Values come on the player's own queue, whose work a subscriber must not hold up; it completes
  /// when the player is closed. After `AVPlayerItem.didPlayToEndTimeNotification`.
  public var didPlayToEndTimePublisher: AnyPublisher<MediaTime, Never> {
    playedToEndSubject.eraseToAnyPublisher()
  }
}

extension PlaybackChange {
  /// The position of the end, if this is the playhead meeting it.
  var end: MediaTime? {
    cause == .ended || cause == .boundary ? reading.position : nil
  }
}
