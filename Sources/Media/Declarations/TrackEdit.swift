import Timekeeping

/// The effect of an edit list of MP4 or QuickTime on the presentation of its track.
public struct TrackEdit: Hashable, Sendable {
  /// The index of the track.
  public var track: Int
  /// How much later than the movie the track begins, because of empty edits.
  public var delay: MediaTime
  /// The length at the beginning of the track's media that is not presented. It includes the
  /// priming of audio, which files usually skip with an edit list.
  public var leftOut: MediaTime

  /// Creates an edit.
  ///
  /// - Parameters:
  ///   - track: The index of the track.
  ///   - delay: How much later than the movie the track begins, because of empty edits.
  ///   - leftOut: The length at the beginning of the track's media that is not presented.
  public init(track: Int, delay: MediaTime, leftOut: MediaTime) {
    self.track = track
    self.delay = delay
    self.leftOut = leftOut
  }
}
