import PlayheadTimekeeping

/// How a recording runs against another one of the same sound, the reference.
///
/// All times are media times: 0 is the start of the recording that its container gives.
public struct SoundAlignment: Hashable, Sendable {
  /// The length of the reference's sound.
  public var referenceDuration: MediaTime
  /// The length of the other recording's sound.
  public var otherDuration: MediaTime
  /// The number of samples per second of the reference.
  public var referenceSampleRate: Int
  /// The number of samples per second of the other recording.
  public var otherSampleRate: Int
  /// How the recordings belong together; nil if they have no sound in common.
  public var relation: Relation?

  /// Whether one of the recordings is shorter than the sound that is needed to find a relation: 0.8 s.
  public var isTooShort: Bool {
    min(referenceDuration, otherDuration) < .milliseconds(800)
  }

  /// How two recordings of the same sound belong together.
  public struct Relation: Hashable, Sendable {
    /// The time in the reference at which the other recording starts. Positive if it starts later than the
    /// reference, negative if it starts earlier. If there are breaks, this is true of the first part.
    public var offset: MediaTime
    /// By how much the offset may be wrong, with a confidence of 95 %.
    public var offsetUncertainty: MediaTime
    /// By how many parts per million an interval is longer in the other recording than in the reference. Positive
    /// if the other recorder's clock runs faster.
    public var drift: Double
    /// By how much the drift may be wrong, with a confidence of 95 %.
    public var driftUncertainty: Double
    /// Whether the drift is greater than its uncertainty, so that there is one.
    public var isDriftCertain: Bool { abs(drift) > driftUncertainty }
    /// Whether the sound of the other recording has the opposite sign.
    public var isInverted: Bool
    /// The places at which the recordings were compared, in their order.
    public var comparisons: [Comparison]
    /// The parts without a break, in their order. There is at least one.
    public var parts: [Part]

    /// How many of the comparisons agree with the parts.
    public var agreeingCount: Int { comparisons.count(where: \.agrees) }

    /// The breaks between the parts, in their order.
    public var breaks: [Break] {
      zip(parts, parts.dropFirst()).map { Break(between: $0, and: $1) }
    }
  }

  /// A place at which the recordings were compared: where a window of the reference is in the other recording.
  public struct Comparison: Hashable, Sendable {
    /// The middle of the window in the reference.
    public var time: MediaTime
    /// The same sound in the other recording.
    public var otherTime: MediaTime
    /// Whether it agrees with one of the parts. The others, such as places with silence, were left out.
    public var agrees: Bool
  }

  /// A part of the recordings without a break.
  public struct Part: Hashable, Sendable {
    /// The start in the reference.
    public var start: MediaTime
    /// The end in the reference.
    public var end: MediaTime
    /// The start in the other recording.
    public var otherStart: MediaTime
    /// The end in the other recording.
    public var otherEnd: MediaTime
    /// The time in the reference at which the other recording would start if all of it were like this part.
    public var offset: MediaTime
  }

  /// A place where one of the recordings has sound that the other one lacks.
  public struct Break: Hashable, Sendable {
    /// The kind of difference.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, Codable {
      /// The other recording lacks sound of the reference.
      case lost
      /// The other recording has more sound than the reference: some of it twice, or other sound.
      case added
    }

    /// The kind of difference.
    public var kind: Kind
    /// The place in the reference: the end of the part before it.
    public var time: MediaTime
    /// The place in the other recording: the end of the part before it.
    public var otherTime: MediaTime
    /// The length of the sound that only one of the recordings has, in its own time.
    public var length: MediaTime

    init(between first: Part, and second: Part) {
      (time, otherTime) = (first.end, first.otherEnd)
      let lost = second.start.subtracting(first.end) ?? .zero
      let added = second.otherStart.subtracting(first.otherEnd) ?? .zero
      kind = lost > added ? .lost : .added
      length = max(lost, added)
    }
  }
}

extension SoundAlignment {
  /// Creates the alignment of recordings whose sound was not compared, because their clocks show it.
  package init(
    offset: MediaTime, uncertainty: MediaTime, drift: Double, durations: (MediaTime, MediaTime)
  ) {
    self.init(
      referenceDuration: durations.0, otherDuration: durations.1, referenceSampleRate: 48_000,
      otherSampleRate: 48_000,
      relation: Relation(
        offset: offset, offsetUncertainty: uncertainty, drift: drift, driftUncertainty: 0,
        isInverted: false, comparisons: [], parts: []))
  }
}

extension MediaTime {
  /// Creates a time from seconds, rounded to a nanosecond; zero beyond 292 years.
  init(nearest seconds: Double) { self = MediaTime(seconds: seconds) ?? .zero }
}
