import PlayheadTimekeeping

extension SegmentList {
  /// How much later than its Period the first segment of a Representation may begin.
  private static let tolerance = MediaTime.milliseconds(100)

  /// Whether the segments begin later than their Period, which then does not limit them: ffmpeg keeps the times of a part
  /// of a recording, and declares only its length.
  package var beginsLate: Bool {
    // Segments behind the end of the Period are not listed.
    guard let first = segments.first else { return index == nil }
    guard let start = first.start, let latest = representation?.offset.adding(Self.tolerance)
    else { return false }
    return start > latest
  }

  /// Which Representation of a manifest of DASH a list is, and when its media is presented.
  public struct DASHRepresentation: Hashable, Sendable, Codable {
    private enum CodingKeys: String, CodingKey {
      case period
      case isOnlyPeriod = "only_period"
      case start, duration, offset, set, representation
      case isAligned = "aligned"
    }

    /// The index of the Period.
    public var period: Int
    /// Whether the manifest has no other Period.
    public var isOnlyPeriod: Bool
    /// The start of the Period.
    public var start: MediaTime
    /// The duration of the Period; nil if it is not declared.
    public var duration: MediaTime?
    /// The timestamp in the media at the start of the Period (`presentationTimeOffset`).
    public var offset = MediaTime.zero
    /// The index of the AdaptationSet in the Period.
    public var set = 0
    /// The index of the Representation in the AdaptationSet.
    public var representation = 0
    /// Whether the AdaptationSet declares that its segments are aligned.
    public var isAligned = false

    /// Creates the first Representation of a Period.
    ///
    /// - Parameters:
    ///   - period: The index of the Period.
    ///   - isOnlyPeriod: Whether the manifest has no other Period.
    ///   - start: The start of the Period.
    ///   - duration: The duration of the Period.
    public init(period: Int, isOnlyPeriod: Bool, start: MediaTime, duration: MediaTime?) {
      self.period = period
      self.isOnlyPeriod = isOnlyPeriod
      self.start = start
      self.duration = duration
    }

    /// How much later the media is presented than its timestamps.
    package var shift: MediaTime { start.subtracting(offset) ?? start }

    /// How far in seconds the ends of Periods may be rounded.
    private static let rounding = MediaTime.milliseconds(1)

    /// Returns whether the Period presents any of the media from one timestamp to another; true if times overflow.
    package func presents(_ start: MediaTime, to end: MediaTime) -> Bool {
      if start < offset, let first = offset.adding(Self.rounding), end <= first { return false }
      guard let duration, let last = offset.adding(duration), end > last,
        let rounded = last.subtracting(Self.rounding)
      else { return true }
      return start < rounded
    }

    var prefix: String { isOnlyPeriod ? "" : "Period \(period + 1), " }
  }
}
