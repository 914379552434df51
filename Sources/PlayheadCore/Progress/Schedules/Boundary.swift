/// The boundaries of a schedule at one media time, which playback has crossed.
public struct Boundary: Hashable, Sendable {
  /// The frame that starts there; nil unless the schedule has frames or keyframes.
  public var frame: Frame?
  /// The index in `MediaInfo.chapters` of the chapter that starts there.
  public var chapter: Int?
  /// The percentage of the duration, 0 to 100, as it was given.
  public var percentage: Double?
  /// Whether it is one of the given times.
  public var isGivenTime: Bool

  /// The kind of a frame.
  public enum Frame: Hashable, Sendable {
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
  public init(
    frame: Frame? = nil, chapter: Int? = nil, percentage: Double? = nil, isGivenTime: Bool = false
  ) {
    self.frame = frame
    self.chapter = chapter
    self.percentage = percentage
    self.isGivenTime = isGivenTime
  }

  /// Adds the boundaries of the same media time that this one lacks.
  mutating func merge(_ other: Boundary) {
    frame = frame ?? other.frame
    chapter = chapter ?? other.chapter
    percentage = percentage ?? other.percentage
    isGivenTime = isGivenTime || other.isGivenTime
  }
}
