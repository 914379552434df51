/// What lies at a boundary that playback crossed: all of a schedule that falls on one media time.
public struct Boundary: Hashable, Sendable {
  /// The frame that begins there, of a schedule that has frames or keyframes.
  public var frame: Frame?
  /// The index, in `MediaInfo.chapters`, of the chapter that begins there.
  public var chapter: Int?
  /// The percentage of the duration, as it was given.
  public var percentage: Double?
  /// Whether it is one of the times that were given.
  public var isGivenTime: Bool

  /// A frame at whose start the boundary is.
  public enum Frame: Hashable, Sendable {
    /// Decoding can begin with it.
    case keyframe
    case other
  }

  public init(
    frame: Frame? = nil, chapter: Int? = nil, percentage: Double? = nil, isGivenTime: Bool = false
  ) {
    self.frame = frame
    self.chapter = chapter
    self.percentage = percentage
    self.isGivenTime = isGivenTime
  }

  /// Takes in what lies at the same media time.
  mutating func merge(_ other: Boundary) {
    frame = frame ?? other.frame
    chapter = chapter ?? other.chapter
    percentage = percentage ?? other.percentage
    isGivenTime = isGivenTime || other.isGivenTime
  }
}
