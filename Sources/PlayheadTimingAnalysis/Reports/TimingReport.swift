import PlayheadMedia
import PlayheadTimekeeping

/// A report on the timing of media: measurements of each track and between tracks, and findings.
public struct TimingReport: Hashable, Sendable {
  /// How reading ended.
  @nonexhaustive
  public enum Ending: Hashable, Sendable {
    /// The whole media was read.
    case endOfMedia
    /// Reading was interrupted; the remaining media is unknown.
    case interrupted
    /// Reading failed.
    case failed(MediaError)
  }

  /// The description that the container gives.
  public var info: MediaInfo
  /// The reports of the tracks, in the container's order.
  public var tracks: [TrackTimingReport]
  /// How the packets were found.
  public var method = ReadingMethod.whole
  /// How reading ended.
  public var ending: Ending
  /// The start of presentation of the played tracks, as a time of the container.
  public var start: MediaTime?
  /// The end of presentation of the played tracks, as a time of the container.
  public var end: MediaTime?
  /// The time from `start` to `end`.
  public var duration: MediaTime?
  /// The declarations of each header of the container, if they can be read.
  public var declarations: HeaderDeclarations
  /// Whether the file is an extract of a longer one. The starts of its tracks are then unrelated.
  public var startsMidStream: Bool
  /// The first thousand joins between recordings. Times after one continue the times before it.
  public var discontinuities: [ClockDiscontinuity]
  /// The structure of the file; nil if it was not checked.
  public var framing: Framing?
  /// The lists of a playlist, with the measurements of their segments; empty for other media.
  public var segmentLists: [SegmentList] = []
  /// The relation of each audio track to the played video track.
  public var pairs: [TrackPairReport]
  /// The greatest time by which a packet follows later packets of another track in the file.
  public var greatestInterleavingDistance: MediaTime
  /// The greatest number of bytes between two consecutive packets of one track.
  public var greatestInterleavingBytes: Int

  /// The time of the container at which the position of playback is zero: the start that the container
  /// declares for the played tracks, or else `start`. Nil if there are no packets.
  public var playbackStart: MediaTime? { info.presentationStart ?? start }

  /// The length of playback: from `playbackStart` to `end`. It also has what precedes presentation, such as the priming
  /// of an encoder that the container does not declare. Nil if there are no packets.
  public var playbackDuration: MediaTime? {
    recordedPlaybackDuration ?? playbackStart.flatMap { zero in end?.subtracting(zero) }
  }

  /// The length of playback of a report that was decoded without the start of playback.
  var recordedPlaybackDuration: MediaTime?

  /// Whether the payloads of any track were decoded.
  public var isDecoded: Bool { tracks.contains { $0.decoding != nil } }

  /// The greatest number of discontinuities that a list of a playlist declares after its first segment.
  var declaredDiscontinuityCount: Int {
    segmentLists.map { $0.segments.dropFirst().count(where: \.isDiscontinuous) }.max() ?? 0
  }

  /// The length that the container declares: by a header for the media as a whole, else the longest
  /// length that a header declares for a played track.
  public var declared: DeclaredDuration? {
    let durations = declarations.durations
    if let whole = durations.first(where: { $0.track == nil }) { return whole }
    let onTimeline = Set(tracks.filter(\.isOnTimeline).map(\.track.index))
    let presented = durations.filter { declared in
      ![.mediaHeader, .sampleTable].contains(declared.header)
        && declared.track.map(onTimeline.contains) == true
    }
    // Players use the first header of a track.
    let first = presented.filter { declared in
      presented.first { $0.track == declared.track } == declared
    }
    return first.max { $0.duration < $1.duration }
  }

  /// The length that the container declares; see `declared`.
  public var declaredDuration: MediaTime? { declared?.duration }

  /// Returns the report on a track; nil if there is no such track.
  ///
  /// - Parameter index: The index of the track in the container.
  /// - Returns: The report on that track.
  public func track(_ index: Int) -> TrackTimingReport? {
    tracks.first { $0.track.index == index }
  }

  /// The limits of the findings. `gaps`, `overlaps` and `jumps` of the tracks were listed with the limits that
  /// the report was created with, so that changes of these bounds have no effect.
  public var limits = FindingLimits()

  /// The findings, the most severe first. They are derived on each access, except those of a report
  /// that was decoded from the command's JSON, which lacks some of the measurements.
  public var findings: [Finding] { recordedFindings ?? FindingRules.findings(in: self) }

  /// The findings of a report that was decoded without the measurements from which they are derived.
  var recordedFindings: [Finding]?
}

/// The relation between the timing of a video track and of an audio track.
public struct TrackPairReport: Hashable, Sendable {
  /// The index of the video track.
  public var video: Int
  /// The index of the audio track.
  public var audio: Int
  /// How much later the presentation of audio starts than that of video, including the delay of the
  /// audio codec; negative if audio starts first. Nil if the first packets of one of the tracks
  /// have no presentation time, or if the file is an extract of a longer one.
  public var startOffset: MediaTime?
  /// How much later the presentation of audio ends than that of video.
  public var endOffset: MediaTime?
  /// How much faster audio's timestamps advance than video's, in parts per million. Both are
  /// compared with their own samples or frames.
  public var drift: Double?

  init(
    video: TrackTimingReport, audio: TrackTimingReport, startsMidStream: Bool, videoDelay: MediaTime
  ) {
    self.video = video.track.index
    self.audio = audio.track.index
    if !startsMidStream, !video.isStartUnknown, !audio.isStartUnknown,
      let one = video.presentationStart?.adding(videoDelay),
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
