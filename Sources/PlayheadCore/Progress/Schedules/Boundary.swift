/// The boundaries of a schedule at one media time, which playback has crossed.
public struct Boundary: Hashable, Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case frame, chapter, percentage
    case isGivenTime = "time"
    case isCue = "cue"
  }

  /// The frame that starts there; nil unless the schedule has frames or keyframes.
  public var frame: Frame?
  /// The index in `MediaInfo.chapters` of the chapter that starts there.
  public var chapter: Int?
  /// The percentage of the duration, 0 to 100, as it was given.
  public var percentage: Double?
  /// Whether it is one of the given times.
  public var isGivenTime: Bool
  /// Whether a cue begins or ends there.
  public var isCue: Bool

  /// The kind of a frame.
  @nonexhaustive
  public enum Frame: String, Hashable, Sendable, Codable {
    /// Decoding can start with it.
    case keyframe
    /// Decoding must start earlier.
    case other
  }

  /// Creates a boundary.
  ///
  /// - Parameters:
  ///   - frame: The kind of the frame that starts there.
  ///   - chapter: The index of the chapter that starts there.
  ///   - percentage: The percentage of the duration.
  ///   - isGivenTime: Whether it is a time of the schedule.
  ///   - isCue: Whether a cue begins or ends there.
  public init(
    frame: Frame? = nil, chapter: Int? = nil, percentage: Double? = nil, isGivenTime: Bool = false,
    isCue: Bool = false
  ) {
    self.frame = frame
    self.chapter = chapter
    self.percentage = percentage
    self.isGivenTime = isGivenTime
    self.isCue = isCue
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    frame = try container.decodeIfPresent(Frame.self, forKey: .frame)
    chapter = try container.decodeIfPresent(Int.self, forKey: .chapter)
    percentage = try container.decodeIfPresent(Double.self, forKey: .percentage)
    isGivenTime = try container.decode(Bool.self, forKey: .isGivenTime)
    // Values that were encoded before there were cues lack it.
    isCue = try container.decodeIfPresent(Bool.self, forKey: .isCue) ?? false
    guard percentage.map((0...100).contains) ?? true else {
      throw DecodingError.dataCorruptedError(
        forKey: .percentage, in: container, debugDescription: "A percentage is from 0 to 100")
    }
  }

  /// Adds the boundaries of the same media time that this one lacks.
  mutating func merge(_ other: Boundary) {
    frame = frame ?? other.frame
    chapter = chapter ?? other.chapter
    percentage = percentage ?? other.percentage
    isGivenTime = isGivenTime || other.isGivenTime
    isCue = isCue || other.isCue
  }
}
