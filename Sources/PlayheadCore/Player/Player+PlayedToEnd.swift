import PortableCombine
import Timekeeping

extension Player {
  /// The position of the end, each time playback meets it: the end of the media, or where
  /// `setForwardPlaybackEnd` set it before. It has no value of its own to begin with.
  ///
  /// Values come on a thread of the player's, whose work a subscriber must not hold up; it
  /// completes when the player is closed. After `AVPlayerItem.didPlayToEndTimeNotification`.
  public var didPlayToEndTimePublisher: AnyPublisher<MediaTime, Never> {
    playedToEndSubject.map(\.position).eraseToAnyPublisher()
  }

  /// Since when playback has been going as it goes: where it has met an end, when it did.
  package var anchorInstant: HostInstant { reading().timeline.hostAnchor }
}

/// The playhead's meeting the end, or where it was to stop before.
struct PlaybackEnd {
  var position: MediaTime
  /// When it did, which is before it was noticed.
  var instant: HostInstant

  init?(_ change: PlaybackChange) {
    guard change.cause == .ended || change.cause == .boundary else { return nil }
    (position, instant) = (change.reading.position, change.reading.timeline.hostAnchor)
  }
}
