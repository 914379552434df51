import PlayheadTimekeeping

/// A problem or a notable property in the timing of media.
///
/// `FindingLimits` has the bounds and the severities of all kinds.
public struct Finding: Hashable, Sendable {
  /// The kind of problem. The raw value identifies it in reports.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// Audio starts earlier or later than video.
    case audioVideoOffset = "av-offset"
    /// A decode time is less than the previous one.
    case backwardsDecodeTime = "backwards-decode-time"
    /// Decoded frames are damaged, and the decoder conceals it.
    case concealedErrors = "concealed-errors"
    /// Packets of MPEG-TS are missing.
    case continuityError = "continuity-error"
    /// Frames are decoded from damaged data.
    case corruptFrames = "corrupt-frames"
    /// Packets are damaged.
    case damagedPackets = "damaged-packets"
    /// Two packets have the same presentation time.
    case doubledPresentationTime = "doubled-presentation-time"
    /// Timestamps advance faster or slower than the samples or frames.
    case drift
    /// A header declares another length than the packets have.
    case durationMismatch = "duration-mismatch"
    /// Audio or video ends long before the other.
    case earlyEnd = "early-end"
    /// An edit list shifts a track or skips its beginning.
    case editList = "edit-list"
    /// A declared track has no packets.
    case emptyTrack = "empty-track"
    /// A frame rate is confused with 1000/1001 of itself.
    case frameRateLabel = "frame-rate-label"
    /// A declared discontinuity of a playlist where timestamps continue.
    case needlessDiscontinuity = "needless-discontinuity"
    /// No packet is presented for some time.
    case gap
    /// The report was interrupted.
    case incomplete
    /// Audio and video of one time are far apart in the file.
    case interleaving
    /// A playlist or manifest declares an invalid value.
    case invalidPlaylist = "invalid-playlist"
    /// Frames have no regular interval.
    case irregularFrameRate = "irregular-frame-rate"
    /// Another recording begins.
    case join
    /// Keyframes are far apart.
    case keyframeDistance = "keyframe-distance"
    /// Presentation does not start at zero on the container's clock.
    case lateStart = "late-start"
    /// The file has no index of its packets.
    case missingIndex = "missing-index"
    /// Frames refer to frames that are missing.
    case missingReferences = "missing-references"
    /// Packets have no presentation time.
    case missingTimestamps = "missing-timestamps"
    /// A packet starts before the previous one ends.
    case overlap
    /// The clock reference (PCR) jumps and the timestamps do not.
    case clockReferenceJump = "pcr-jump"
    /// The declared duration of a segment is wrong.
    case segmentDuration = "segment-duration"
    /// A segment is encrypted and cannot be measured.
    case segmentEncrypted = "segment-encrypted"
    /// Timestamps do not continue from a segment to the next one.
    case segmentGap = "segment-gap"
    /// A segment does not start with a keyframe.
    case segmentKeyframe = "segment-keyframe"
    /// A segment does not start at its declared time.
    case segmentStart = "segment-start"
    /// A segment, or a list of segments, cannot be read.
    case segmentUnreadable = "segment-unreadable"
    /// Several programs share the stream.
    case severalPrograms = "several-programs"
    /// A segment is longer than the target duration of its playlist.
    case targetDuration = "target-duration"
    /// The timestamps of a track jump.
    case timestampJump = "timestamp-jump"
    /// A timestamp counter wraps.
    case timestampWrap = "timestamp-wrap"
    /// Bytes that are no media follow the end of the media.
    case trailingBytes = "trailing-bytes"
    /// The end of the file is missing.
    case truncated
    /// The decoder rejects packets.
    case undecodablePackets = "undecodable-packets"
    /// A playlist does not declare its end.
    case unendedPlaylist = "unended-playlist"
    /// No header of a file with a variable bit rate declares the duration.
    case undeclaredDuration = "undeclared-duration"
    /// The segments of two variants do not start at the same times.
    case variantAlignment = "variant-alignment"
    /// The frame rate varies.
    case variableFrameRate = "variable-frame-rate"
  }

  /// The importance of a finding.
  @nonexhaustive
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable, Codable {
    /// Good to know; players handle it.
    case note
    /// Some players show an effect.
    case warning
    /// Media is lost, or every player shows an effect.
    case error

    /// Returns whether a severity is less than another.
    public static func < (one: Severity, two: Severity) -> Bool {
      one.rank < two.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The kind of problem.
  public var kind: Kind
  /// The importance.
  public var severity: Severity
  /// The index of the affected track; nil for the media as a whole.
  public var track: Int?
  /// The container's time of the first occurrence; nil for the media as a whole.
  public var time: MediaTime?
  /// `time` as a position of playback, not negative; nil if there is none, or if the finding
  /// is about a list of a playlist.
  public var position: MediaTime?
  /// The offset in the file in bytes, if it is known.
  public var byteOffset: Int64?
  /// The number of occurrences.
  public var count: Int
  /// The list of a playlist, or the Representation of a DASH manifest, that the finding is about; nil for other media.
  public var playlist: String?
  /// The numbers of the affected segments of that list, at most `greatestSegmentCount`.
  public var segments: [Int64] = []
  /// The description for readers of the report.
  public var sentence: String

  /// The maximum number of listed segments.
  public static let greatestSegmentCount = 100
}
