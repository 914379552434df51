import Timekeeping

/// One thing to be found fault with in the timing of a medium.
///
/// The list of kinds is closed; `docs/timing-analysis.md` tells the bound of each.
public struct Finding: Hashable, Sendable {
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

  /// How much it matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing; players cope.
    case note
    /// Some players will show it.
    case warning
    /// Media is lost, or every player shows it.
    case error

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

  public var kind: Kind
  public var severity: Severity
  /// The index of the track it is of; nil for the medium as a whole.
  public var track: Int?
  /// Where it is, or is first, as a time of the container.
  public var place: MediaTime?
  /// The offset in the file, if it is known.
  public var byteOffset: Int64?
  /// How many there are.
  public var count: Int
  /// What it is, as an engineer would say it.
  public var sentence: String
}
