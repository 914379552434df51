import PlayheadTimekeeping

/// The description of media that its container gives when it is opened.
///
/// All times here are times of the container. A player's media time is zero at the start of
/// presentation.
public struct MediaInfo: Hashable, Sendable {
  /// The path or URL that was opened.
  public var name: String
  /// The short names of the format, as in `mov,mp4,m4a,3gp,3g2,mj2`.
  public var container: String
  /// The tracks in the container's order.
  public var tracks: [MediaTrack]
  /// The start that the container declares for the media as a whole.
  public var declaredStart: MediaTime?
  /// The length that the container declares for the media as a whole.
  public var declaredDuration: MediaTime?
  /// Whether the durations are estimates from the bit rate or from timestamps near the end, because
  /// the container declares none.
  public var isDurationEstimated = false
  /// The chapters in the container's order.
  public var chapters: [Chapter] = []
  /// The tags of the container.
  public var tags: [MediaTag] = []
  /// The attached pictures.
  public var artworks: [Artwork] = []
  /// Whether the source can seek; a pipe cannot.
  public var isSeekable: Bool
  /// Whether timestamps in this kind of container may jump, because recordings are concatenated or
  /// a counter wraps.
  public var isClockDiscontinuous = false
  /// Whether another recording may follow, which was not looked for, so that the declared length is that of the first.
  package var mayContinue = false
  /// Whether another file follows the end that the header declares, and is not played.
  package var isFollowedByAnother = false
  /// Whether the server announces ranges of bytes, but did not answer a request for one.
  package var hasUnansweredRanges = false
  /// The indices of the played tracks that were chosen; nil for the default choice.
  public var chosenTracks: [Int]?

  /// Creates a description with the given values; all others have their defaults.
  ///
  /// - Parameters:
  ///   - name: The path or URL that was opened.
  ///   - container: The short names of the format, as in `mov,mp4,m4a,3gp,3g2,mj2`.
  ///   - tracks: The tracks in the container's order.
  ///   - isSeekable: Whether the source can seek; a pipe cannot.
  public init(name: String, container: String, tracks: [MediaTrack], isSeekable: Bool) {
    self.name = name
    self.container = container
    self.tracks = tracks
    self.isSeekable = isSeekable
  }

  /// The played tracks, which define the timeline, video before audio.
  ///
  /// These are the chosen tracks. If none were chosen, they are one video and one audio track: the
  /// one with the default disposition, else the one with the lowest index. Attached pictures, data
  /// and subtitles are never chosen by default.
  public var timelineTracks: [MediaTrack] {
    if let chosenTracks {
      let chosen = tracks.filter { chosenTracks.contains($0.index) }
      return chosen.filter { $0.kind == .video } + chosen.filter { $0.kind != .video }
    }
    return [MediaTrack.Kind.video, .audio].compactMap { kind in
      let candidates = tracks.filter { $0.kind == kind && !$0.isAttachedPicture }
      return candidates.first(where: \.isDefault) ?? candidates.first
    }
  }
}

/// A named part of the media that the container declares.
public struct Chapter: Hashable, Sendable {
  /// The start as a time of the container.
  public var start: MediaTime
  /// The end as a time of the container.
  public var end: MediaTime
  /// The title; nil if there is none.
  public var title: String?

  /// Creates a chapter.
  ///
  /// - Parameters:
  ///   - start: The start as a time of the container.
  ///   - end: The end as a time of the container.
  ///   - title: The title; nil if there is none.
  public init(start: MediaTime, end: MediaTime, title: String?) {
    self.start = start
    self.end = end
    self.title = title
  }
}
