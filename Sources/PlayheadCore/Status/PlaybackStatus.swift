import Media
import Timekeeping

/// All that a line about playback shows: the latest of what arrives when it likes.
public struct PlaybackStatus: Hashable, Sendable {
  /// The newest progress value; nil before the first.
  public var progress: PlayheadProgress?
  /// What the player is doing; nil before that was told.
  public var state: PlaybackState?
  /// The medium's tags; nil before they were told.
  public var tags: [Tag]?
  /// What has been read ahead, as positions; nil before that was told.
  public var bufferedRange: Range<MediaTime>?

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
