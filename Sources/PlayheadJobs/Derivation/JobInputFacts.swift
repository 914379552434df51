import PlayheadMedia
import PlayheadTimekeeping

/// The facts about an input of a job. The times are those of the container.
package struct JobInputFacts: Equatable, Sendable {
  /// The length of the media; nil if it is unknown or endless.
  package var duration: MediaTime?
  /// The least start of all tracks.
  package var start: MediaTime
  /// The tracks in the container's order. A start or length that is unknown is that of the media.
  package var tracks: [MediaTrack]
  /// The number of files of an image sequence.
  package var imageCount: Int?
  /// Whether lengths follow from the bit rate or from timestamps near the end, and may be far from the truth.
  package var isEstimated = false
  /// Whether frames have no times but those that their rate gives them, also where they are copied.
  package var isUntimed = false
  /// How often an animation plays, as its header says; nil if that is unknown.
  package var playCount: Double?

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
    // The length of Ogg is the last timestamp, which of a capture counts from its beginning.
    isEstimated = info.isDurationEstimated || info.container == "ogg"
    isUntimed = ["h264", "hevc", "vvc"].contains(info.container)
  }

  /// The part by which an estimate may differ from the length that was measured.
  private static let tolerance = 0.01

  /// Replaces an estimated length by one that was measured. If the estimate holds, those of the tracks do, too.
  package mutating func correct(toMeasured length: MediaTime) {
    isEstimated = false
    let former = duration
    duration = length
    if let former, abs(former.seconds - length.seconds) <= Self.tolerance * length.seconds {
      return
    }
    for index in tracks.indices { tracks[index].durationTicks = nil }
  }
}
