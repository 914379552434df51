import PlayheadMedia
import PlayheadTimekeeping

/// One track of the media that is read.
struct TrackReading {
  let track: MediaTrack
  /// The greatest presentation end since the last start.
  var end = MediaTime.zero
  var reordering: ReorderWindow

  init(_ track: MediaTrack) {
    self.track = track
    reordering = ReorderWindow(track: track)
  }
}
