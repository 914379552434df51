import Media
import Timekeeping

/// Whether the timing of a medium is what it says: what was measured of each track and between
/// them, and what is to be found fault with.
public struct TimingReport: Hashable, Sendable {
  /// How reading ended.
  public enum Ending: Hashable, Sendable {
    case endOfMedia
    /// Somebody stopped it: what follows is not known.
    case interrupted
    case failed(MediaError)
  }

  /// What the container tells.
  public var info: MediaInfo
  public var tracks: [TrackTimingReport]
  public var ending: Ending
  /// When what is presented begins, as a time of the container.
  public var start: MediaTime?
  /// When it ends.
  public var end: MediaTime?
  /// From the first to the second.
  public var measuredDuration: MediaTime?
  /// What each header of the container declares, as far as it can be read.
  public var declarations: HeaderDeclarations
  /// Whether the file is an extract of a longer one. The starts of its tracks are then unrelated.
  public var beginsWithin: Bool
  /// The first thousand joins between recordings. Times after a join continue those before it.
  public var joins: [ClockJoin]
  /// The structure of the file; nil if it was not checked.
  public var framing: Framing?
  /// Between each track of audio and the first of video.
  public var pairs: [TrackPairReport]
  /// How much later a packet lies in the file than those of another track with the same time.
  public var greatestInterleavingDistance: MediaTime
  /// The most bytes between two packets of one track.
  public var greatestInterleavingBytes: Int

  /// The length that the container declares for all of it: by the header for the media as a whole,
  /// else the longest that one declares for a track on the timeline.
  public var declared: DeclaredDuration? {
    let durations = declarations.durations
    if let whole = durations.first(where: { $0.track == nil }) { return whole }
    let onTimeline = Set(tracks.filter(\.isOnTimeline).map(\.track.index))
    let presented = durations.filter { declared in
      ![.mediaHeader, .sampleTable].contains(declared.header)
        && declared.track.map(onTimeline.contains) == true
    }
    // The first header of a track is the one that players go by.
    let first = presented.filter { declared in
      presented.first { $0.track == declared.track } == declared
    }
    return first.max { $0.duration < $1.duration }
  }

  /// The same without its header.
  public var declaredDuration: MediaTime? { declared?.duration }

  /// The report on the track of this index.
  public func track(_ index: Int) -> TrackTimingReport? {
    tracks.first { $0.track.index == index }
  }

  /// What is to be found fault with, the most severe first.
  public var findings: [Finding] { FindingRules.findings(in: self) }
}

/// How two tracks lie to each other.
public struct TrackPairReport: Hashable, Sendable {
  /// The index of the track of video.
  public var video: Int
  /// The index of the track of audio.
  public var audio: Int
  /// How much later the presentation of audio begins, the delay of its codec included; negative
  /// where it leads. Nil where the first packets of one do not tell when they are presented, and
  /// where the medium was cut out of a longer one.
  public var startOffset: MediaTime?
  /// How much later the presentation of audio ends.
  public var endOffset: MediaTime?
  /// How much faster audio's timestamps run than video's, each against its samples or frames, in
  /// parts per million.
  public var drift: Double?

  init(video: TrackTimingReport, audio: TrackTimingReport, beginsWithin: Bool) {
    self.video = video.track.index
    self.audio = audio.track.index
    if !beginsWithin, !video.isStartUntold, !audio.isStartUntold, let one = video.presentationStart,
      let two = audio.presentationStart
    {
      startOffset = two.subtracting(one)
      if let delay = audio.codecDelay { startOffset = startOffset?.adding(delay) }
    }
    if let one = video.presentationEnd, let two = audio.presentationEnd {
      endOffset = two.subtracting(one)
    }
    if let one = video.drift, let two = audio.drift { drift = two - one }
  }
}
