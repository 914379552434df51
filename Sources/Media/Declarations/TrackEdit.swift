import Timekeeping

/// How the edit list of a track of MP4 or QuickTime places the track's media.
public struct TrackEdit: Hashable, Sendable {
  /// The index of the track.
  public var track: Int
  /// How much later than the movie the media begins, by empty edits.
  public var delay: MediaTime
  /// How much of the beginning of the media is not presented. It includes the priming of audio,
  /// which an edit list is the usual way to leave out.
  public var leftOut: MediaTime

  public init(track: Int, delay: MediaTime, leftOut: MediaTime) {
    self.track = track
    self.delay = delay
    self.leftOut = leftOut
  }
}
