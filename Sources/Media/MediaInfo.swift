import Timekeeping

/// What a medium is, as far as its container tells when it is opened.
///
/// All times here are the container's own; a player's media time is zero at the start of what is
/// presented.
public struct MediaInfo: Hashable, Sendable {
  /// The path or URL it was opened as.
  public var name: String
  /// The short names of the format, as in `mov,mp4,m4a,3gp,3g2,mj2`.
  public var container: String
  public var tracks: [Track]
  public var declaredStart: MediaTime?
  public var declaredDuration: MediaTime?
  /// Whether the container declares no duration, and that of the medium and its tracks is only
  /// reckoned from the bit rate, or from timestamps near the end.
  public var isDurationReckoned = false
  public var chapters: [Chapter] = []
  public var tags: [Tag] = []
  public var artworks: [Artwork] = []
  /// Whether reading can go back; a pipe's cannot.
  public var isSeekable: Bool
  /// Whether timestamps of such a container may jump, as where recordings were put one behind the
  /// other or a counter began anew.
  public var isClockDiscontinuous = false
  /// The indices of the tracks that make the timeline; nil where nobody chose.
  public var chosenTracks: [Int]?

  public init(name: String, container: String, tracks: [Track], isSeekable: Bool) {
    self.name = name
    self.container = container
    self.tracks = tracks
    self.isSeekable = isSeekable
  }

  /// The tracks that make the timeline, video before audio: those that were chosen, else of audio
  /// and of video each the one with the default disposition, else the lowest index. Pictures, data
  /// and subtitles never do.
  public var timelineTracks: [Track] {
    if let chosenTracks {
      let chosen = tracks.filter { chosenTracks.contains($0.index) }
      return chosen.filter { $0.kind == .video } + chosen.filter { $0.kind != .video }
    }
    return [Track.Kind.video, .audio].compactMap { kind in
      let candidates = tracks.filter { $0.kind == kind && !$0.isAttachedPicture }
      return candidates.first(where: \.isDefault) ?? candidates.first
    }
  }
}

/// A named part of the medium, as the container declares it.
public struct Chapter: Hashable, Sendable {
  public var start: MediaTime
  public var end: MediaTime
  public var title: String?

  public init(start: MediaTime, end: MediaTime, title: String?) {
    self.start = start
    self.end = end
    self.title = title
  }
}
