import Media
import Timekeeping

/// The values that a status line of a player shows: the newest of each publisher.
public struct PlaybackStatus: Hashable, Sendable {
  /// The newest progress value; nil before the first.
  public var progress: PlayheadProgress?
  /// The state of the player; nil before the first was published.
  public var state: PlaybackState?
  /// The tags of the media; nil before they were published.
  public var tags: [Tag]?
  /// The read-ahead, as positions; nil before the first was published.
  public var bufferedRange: Range<MediaTime>?

  /// Creates a status.
  ///
  /// - Parameters:
  ///   - progress: The newest progress value.
  ///   - state: The state of the player.
  ///   - tags: The tags of the media.
  ///   - bufferedRange: The read-ahead, as positions.
  public init(
    progress: PlayheadProgress? = nil, state: PlaybackState? = nil, tags: [Tag]? = nil,
    bufferedRange: Range<MediaTime>? = nil
  ) {
    self.progress = progress
    self.state = state
    self.tags = tags
    self.bufferedRange = bufferedRange
  }
}
