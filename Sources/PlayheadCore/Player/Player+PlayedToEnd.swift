import Dispatch
import PortableCombine
import PlayheadTimekeeping

extension Player {
  /// Publishes the position of the end each time playback reaches it: the end of the media, or the
  /// forward playback end. There is no initial value.
  ///
  /// Delivers on the main queue. Completes when the player is closed. Follows
  /// `AVPlayerItem.didPlayToEndTimeNotification`.
  public var didPlayToEndTimePublisher: AnyPublisher<MediaTime, Never> {
    didPlayToEndTimePublisher(queue: .main)
  }

  /// Publishes what `didPlayToEndTimePublisher` publishes, on a queue.
  ///
  /// - Parameter queue: The queue; nil to deliver at once, on a thread of the player, which a subscriber
  ///   must not block.
  /// - Returns: The publisher.
  public func didPlayToEndTimePublisher(queue: DispatchQueue?) -> AnyPublisher<MediaTime, Never> {
    playedToEndSubject.map(\.position).delivered(on: queue, by: clock)
  }
}

/// The arrival of the playhead at the end of the media or at the forward playback end.
struct PlaybackEnd {
  var position: MediaTime
  /// The instant of the arrival, which is before its detection.
  var instant: HostInstant

  init?(_ change: PlaybackChange) {
    guard change.cause == .ended || change.isArrivalAtForwardEnd else { return nil }
    (position, instant) = (change.reading.position, change.reading.timeline.hostAnchor)
  }
}
