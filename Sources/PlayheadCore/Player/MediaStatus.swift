import PlayheadMedia

/// Whether the media of a player could be opened, with the error if not.
///
/// Playing, pausing and seeking do not change it, as they change `PlaybackState` and `TimeControlStatus`.
@nonexhaustive
public enum MediaStatus: Hashable, Sendable {
  /// The media has not been opened yet.
  case unknown
  /// The media is open, and its presented start is known.
  case readyToPlay
  /// The media could not be opened or read.
  case failed(MediaError)
}
