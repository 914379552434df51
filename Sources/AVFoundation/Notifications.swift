import Foundation

/// Notifications of items, which are the objects. They are posted in operations of the main queue.
extension Notification.Name {
  /// An item has reached its end or its `forwardPlaybackEndTime`.
  public static let AVPlayerItemDidPlayToEndTime = Self("AVPlayerItemDidPlayToEndTimeNotification")
  /// An item failed after it was ready.
  public static let AVPlayerItemFailedToPlayToEndTime = Self(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
  /// The playhead has reached the end of the read-ahead.
  public static let AVPlayerItemPlaybackStalled = Self("AVPlayerItemPlaybackStalledNotification")
  /// A seek, a step or a loop has moved the playhead.
  public static let AVPlayerItemTimeJumped = Self("AVPlayerItemTimeJumpedNotification")
  /// An item is ready: see `accessLog()`.
  public static let AVPlayerItemNewAccessLogEntry = Self(
    "AVPlayerItemNewAccessLogEntryNotification")
  /// An item failed: see `errorLog()`.
  public static let AVPlayerItemNewErrorLogEntry = Self("AVPlayerItemNewErrorLogEntryNotification")
}

/// The key of the error of `AVPlayerItemFailedToPlayToEndTime`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension AVPlayerItem {
  /// The name `AVPlayerItemDidPlayToEndTime`.
  public static let didPlayToEndTimeNotification = Notification.Name.AVPlayerItemDidPlayToEndTime
  /// The name `AVPlayerItemFailedToPlayToEndTime`.
  public static let failedToPlayToEndTimeNotification = Notification.Name
    .AVPlayerItemFailedToPlayToEndTime
  /// The name `AVPlayerItemPlaybackStalled`.
  public static let playbackStalledNotification = Notification.Name.AVPlayerItemPlaybackStalled
  /// The name `AVPlayerItemTimeJumped`.
  public static let timeJumpedNotification = Notification.Name.AVPlayerItemTimeJumped
  /// The name `AVPlayerItemNewAccessLogEntry`.
  public static let newAccessLogEntryNotification = Notification.Name.AVPlayerItemNewAccessLogEntry
  /// The name `AVPlayerItemNewErrorLogEntry`.
  public static let newErrorLogEntryNotification = Notification.Name.AVPlayerItemNewErrorLogEntry
}

extension NotificationCenter {
  /// The notifications of a center from when they are iterated on.
  // Sendable is unchecked: the object is only compared.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
      (self.center, self.name, self.object) = (center, name, object)
    }

    /// Begins to observe.
    public func makeAsyncIterator() -> AsyncStream<Notification>.Iterator {
      let (stream, continuation) = AsyncStream.makeStream(of: Notification.self)
      // Unsafe: the center guards its observers, and a notification is a value.
      nonisolated(unsafe) let observer = center.addObserver(
        forName: name, object: object, queue: nil
      ) { note in
        nonisolated(unsafe) let note = note
        continuation.yield(note)
      }
      continuation.onTermination = { [center] _ in center.removeObserver(observer) }
      return stream.makeAsyncIterator()
    }
  }

  /// Returns the notifications of a name, and of an object unless it is nil. They never end.
  public func notifications(named name: Notification.Name, object: AnyObject? = nil)
    -> Notifications
  {
    Notifications(self, name, object)
  }
}
