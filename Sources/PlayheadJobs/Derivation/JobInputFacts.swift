import PlayheadMedia
import PlayheadTimekeeping

/// What is known of an input of a job. The times are those of the container.
package struct JobInputFacts: Hashable, Sendable {
  /// The length of the media; nil if it is unknown or endless.
  package var duration: MediaTime?
  /// The least start of all tracks.
  package var start: MediaTime
  /// The tracks in the container's order. A start or length that is unknown is that of the media.
  package var tracks: [MediaTrack]
  /// The number of files of an image sequence.
  package var imageCount: Int?

  /// Creates the facts of an input.
  package init(
    duration: MediaTime?, start: MediaTime = .zero, tracks: [MediaTrack], imageCount: Int? = nil
  ) {
    self.duration = duration
    self.start = start
    self.tracks = tracks
    self.imageCount = imageCount
  }

  /// Creates the facts of media that was opened.
  package init(_ info: MediaInfo) {
    let starts = info.tracks.compactMap { track in track.startTicks.map(track.time(ofTicks:)) }
    self.init(
      duration: info.declaredDuration, start: info.declaredStart ?? starts.min() ?? .zero,
      tracks: info.tracks)
  }
}
