import PlayheadTimekeeping

/// A list of media segments that follow each other: a media playlist of HLS, or a Representation of
/// DASH.
public struct SegmentList: Hashable, Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case name, role
    case targetDuration = "target_duration"
    case isComplete = "complete"
    case isIndependent = "independent"
    case representation = "place"
    case index
    case uncheckedReason = "unjudged"
    case invalid, segments
  }

  /// What the media of the list is for.
  @nonexhaustive
  public enum Role: String, Hashable, Sendable, Codable {
    /// A version of the whole presentation; players select one version.
    case variant
    /// Audio that is played together with a variant.
    case audio
  }

  /// The location of the list, as the manifest that refers to it names it, or its own name; for
  /// DASH, the Representation.
  public var name: String
  /// What the media is for.
  public var role: Role
  /// The greatest duration of a segment that the list declares, in seconds.
  public var targetDuration: Int64?
  /// Whether the list declares that no segments follow.
  public var isComplete = false
  /// Whether the list declares that each segment can be decoded without others.
  public var isIndependent = false
  /// Whether each segment is a single keyframe, which is presented until the next one.
  package var hasOnlyKeyframes = false
  /// The Representation in a manifest of DASH; nil for HLS.
  public var representation: DASHRepresentation?
  /// Where a media file of DASH lists the segments; nil if the list itself does.
  package var index: SegmentIndex.Location?
  /// Why the segments are not known although the list is readable.
  public var uncheckedReason: String?
  /// The names of the declarations whose values are invalid.
  public var invalid: [String] = []
  /// The segments in the order of presentation.
  public var segments: [Segment] = []

  /// Removes the segments that the Period does not present.
  package mutating func removeUnpresented() {
    // Several Periods may show parts of one file, as around inserted advertisements.
    guard let place = representation, !place.isOnlyPeriod || !beginsLate else { return }
    segments.removeAll { segment in
      guard !segment.isNominal, let start = segment.start, let duration = segment.duration,
        let end = start.adding(duration)
      else { return false }
      return !place.presents(start, to: end)
    }
  }

  /// Creates a list without segments.
  ///
  /// - Parameters:
  ///   - name: The location of the list.
  ///   - role: What the media is for.
  public init(name: String, role: Role = .variant) {
    self.name = name
    self.role = role
  }
}

extension SegmentList {
  /// A segment of a list.
  public struct Segment: Hashable, Sendable, Codable {
    private enum CodingKeys: String, CodingKey {
      case number, part, initialization, duration, rounding, start
      case isNominal = "nominal"
      case isDiscontinuous = "discontinuous"
      case isGap = "gap"
      case isEncrypted = "encrypted"
      case measured
    }

    /// The number of the segment in its list.
    public var number: Int64
    /// Where the media is.
    public var part: SegmentPart
    /// Where the headers are that the segment needs; nil if it contains them.
    public var initialization: SegmentPart?
    /// The declared duration; nil if the list declares no valid one.
    public var duration: MediaTime?
    /// The greatest difference between the declared duration and the rounded one.
    public var rounding: MediaTime
    /// The declared timestamp of the start; nil if the list declares none.
    public var start: MediaTime?
    /// Whether the declared duration is that of all segments, from which each may differ.
    public var isNominal: Bool
    /// Whether the list declares that timestamps or the encoding change before this segment.
    public var isDiscontinuous: Bool
    /// Whether the list declares that the media is missing.
    public var isGap: Bool
    /// Whether the media is encrypted, so that it cannot be measured.
    public var isEncrypted: Bool
    /// The measurement; nil if the segment was not read.
    public var measured: Measured?

    /// Creates a segment that was not read.
    ///
    /// - Parameters:
    ///   - number: The number of the segment in its list.
    ///   - part: Where the media is.
    ///   - duration: The declared duration; nil if the list declares no valid one.
    ///   - rounding: The greatest difference between the declared duration and the rounded one.
    public init(number: Int64, part: SegmentPart, duration: MediaTime?, rounding: MediaTime) {
      self.number = number
      self.part = part
      self.duration = duration
      self.rounding = rounding
      (isNominal, isDiscontinuous, isGap, isEncrypted) = (false, false, false, false)
    }
  }

  /// What reading a segment has found.
  @nonexhaustive
  public enum Measured: Hashable, Sendable {
    /// The tracks of audio and video with packets.
    case tracks([SegmentTrack])
    /// The segment cannot be read, for this reason.
    case failed(String)
  }
}

/// A file or URL, or a range of its bytes.
public struct SegmentPart: Hashable, Sendable, Codable {
  /// The path or URL.
  public var location: String
  /// The bytes; nil for all.
  public var range: Range<Int64>?

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - location: The path or URL.
  ///   - range: The bytes; nil for all.
  public init(location: String, range: Range<Int64>? = nil) {
    self.location = location
    self.range = range
  }
}

/// The timing of a track in one segment.
public struct SegmentTrack: Hashable, Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, timebase, start, end
    case beginsWithKeyframe = "begins_with_keyframe"
    case priming, padding, period
  }

  /// The kind of media.
  public var kind: MediaTrack.Kind
  /// The time of one tick.
  public var timebase: Timebase
  /// The least presentation time, in ticks.
  public var start: Int64
  /// The greatest end of presentation, in ticks.
  public var end: Int64
  /// Whether the first packet is a keyframe.
  public var beginsWithKeyframe: Bool
  /// The time at the start that is decoded but not presented, in seconds.
  public var priming = 0.0
  /// The time at the end that is decoded but not presented, in seconds: the container has shortened the
  /// last packet by it. `end` does not include it.
  public var padding = 0.0
  /// The number of ticks after which the timestamps start again from zero; nil if they do not.
  public var period: Int64?

  /// Creates a measurement.
  ///
  /// - Parameters:
  ///   - kind: The kind of media.
  ///   - timebase: The time of one tick.
  ///   - start: The least presentation time, in ticks.
  ///   - end: The greatest end of presentation, in ticks.
  ///   - beginsWithKeyframe: Whether the first packet is a keyframe.
  ///   - period: The number of ticks after which the timestamps start again from zero.
  public init(
    kind: MediaTrack.Kind, timebase: Timebase, start: Int64, end: Int64, beginsWithKeyframe: Bool,
    period: Int64? = nil
  ) {
    self.kind = kind
    self.timebase = timebase
    self.start = start
    self.end = end
    self.beginsWithKeyframe = beginsWithKeyframe
    self.period = period
  }
}
