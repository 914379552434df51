/// A start and a length.
///
/// Source of the rules: Apple's documentation of `CMTimeRange`.
public struct CMTimeRange: Hashable, Sendable, BitwiseCopyable {
  /// The start.
  public var start: CMTime
  /// The length.
  public var duration: CMTime

  /// Creates a range of a start and a length.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
  /// Creates an invalid range.
  public init() { self.init(start: .invalid, duration: .invalid) }
  /// Creates a range between two times.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// An empty range at zero.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No range.
  public static let invalid = CMTimeRange()

  /// Whether start and length are valid, and the length is not negative and has the epoch 0.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration >= .zero && duration.epoch == 0
  }
  /// Whether it is valid, and start or length is indefinite.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
  /// Whether it is valid and has no length.
  public var isEmpty: Bool { isValid && duration == .zero }
  /// The end, which does not belong to the range.
  public var end: CMTime { start + duration }

  /// Returns whether a time is at or after the start and before the end.
  public func containsTime(_ time: CMTime) -> Bool { isValid && time >= start && time < end }
  /// Returns whether another range is between start and end.
  public func containsTimeRange(_ other: CMTimeRange) -> Bool {
    isValid && other.isValid && other.start >= start && other.end <= end
  }
  /// Returns the least range that contains both; an invalid one if a range is invalid.
  public func union(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid else { return .invalid }
    return CMTimeRange(start: min(start, other.start), end: max(end, other.end))
  }
  /// Returns the common part of both; `.zero` if there is none, an invalid range if one is invalid.
  public func intersection(_ other: CMTimeRange) -> CMTimeRange {
    guard isValid, other.isValid else { return .invalid }
    let (first, last) = (max(start, other.start), min(end, other.end))
    return first < last ? CMTimeRange(start: first, end: last) : .zero
  }
}

/// Returns a range of a start and a length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
/// Returns the range between two times.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}
/// Returns the end of a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// Returns whether a range contains a time.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.containsTime(time)
}
/// Returns whether a range contains another.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.containsTimeRange(otherRange)
}
/// Returns the least range that contains both.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}
/// Returns the common part of both.
public func CMTimeRangeGetIntersection(
  _ range: CMTimeRange, otherRange: CMTimeRange
) -> CMTimeRange { range.intersection(otherRange) }
/// Returns whether a range is valid.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Returns whether a range is invalid.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Returns whether a range is indefinite.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Returns whether a range has no length.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }
/// Returns whether two ranges are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
  range1 == range2
}
