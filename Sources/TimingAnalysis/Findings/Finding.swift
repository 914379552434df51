import Timekeeping

/// A problem or a notable property in the timing of media.
///
/// The list of kinds is closed. `docs/timing-analysis.md` documents the threshold of each kind.
public struct Finding: Hashable, Sendable {
  /// The kind of problem. The raw value identifies it in reports.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case audioVideoOffset = "av-offset"
    case backwardsDecodeTime = "backwards-decode-time"
    case continuityError = "continuity-error"
    case damagedPackets = "damaged-packets"
    case doubledPresentationTime = "doubled-presentation-time"
    case drift
    case durationMismatch = "duration-mismatch"
    case earlyEnd = "early-end"
    case editList = "edit-list"
    case emptyTrack = "empty-track"
    case frameRateLabel = "frame-rate-label"
    case gap
    case incomplete
    case interleaving
    case irregularFrameRate = "irregular-frame-rate"
    case join
    case keyframeDistance = "keyframe-distance"
    case lateStart = "late-start"
    case missingIndex = "missing-index"
    case missingTimestamps = "missing-timestamps"
    case overlap
    case clockReferenceJump = "pcr-jump"
    case severalPrograms = "several-programs"
    case timestampJump = "timestamp-jump"
    case timestampWrap = "timestamp-wrap"
    case truncated
    case undeclaredDuration = "undeclared-duration"
    case variableFrameRate = "variable-frame-rate"
  }

  /// The importance of a finding.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
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
  /// The place, or the first place, as a time of the container.
  public var place: MediaTime?
  /// The offset in the file, if it is known.
  public var byteOffset: Int64?
  /// The number of occurrences.
  public var count: Int
  /// The description for readers of the report.
  public var sentence: String
}
