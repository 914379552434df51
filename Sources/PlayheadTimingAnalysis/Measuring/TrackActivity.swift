import PlayheadTimekeeping

/// The amount of data along a track's timeline, in up to 256 intervals of equal length. The length
/// doubles when the track does not fit.
public struct TrackActivity: Hashable, Sendable {
  /// The amount of data in one interval.
  public struct Stretch: StretchValue {
    /// The number of packets.
    public var packetCount = 0
    /// The number of keyframes of video.
    public var keyframeCount = 0
    /// The number of payload bytes.
    public var byteCount = 0
    /// The number of gaps that begin here, those included that the list of gaps is too short for.
    public var gapCount = 0

    /// Creates an empty interval.
    public init() {}

    /// Returns the sums of two intervals.
    public static func + (one: Self, two: Self) -> Self {
      var sum = one
      sum.packetCount += two.packetCount
      sum.keyframeCount += two.keyframeCount
      sum.byteCount += two.byteCount
      sum.gapCount += two.gapCount
      return sum
    }
  }

  private var values: Stretches<Stretch>

  init(timebase: Timebase) { values = Stretches(timebase: timebase) }

  /// Creates the data in intervals of this length; nil if there are too many, or no track has them.
  init?(_ stretches: [Stretch], of length: MediaTime, from start: MediaTime?) {
    guard let values = Stretches(stretches, of: length, from: start) else { return nil }
    self.values = values
  }

  /// The data in each interval.
  package var stretches: [Stretch] { values.values }
  /// The start of the first interval as a time of the container; nil without data.
  package var start: MediaTime? { values.start }
  package var length: MediaTime { values.length }

  mutating func add(ticks: Int64, byteCount: Int, isKeyframe: Bool) {
    values.add(at: ticks) { $0.add(byteCount: byteCount, isKeyframe: isKeyframe) }
  }

  mutating func addGap(at ticks: Int64) { values.add(at: ticks) { $0.gapCount += 1 } }

  mutating func removeGaps() { values.changeAll { $0.gapCount = 0 } }

  /// Returns the data between two times, in parts of equal length.
  ///
  /// Data outside the range is added to the first or the last part.
  ///
  /// - Parameters:
  ///   - count: The number of parts. It must be positive.
  ///   - start: The start of the first part, as a time of the container.
  ///   - end: The end of the last part, as a time of the container.
  /// - Returns: The parts in order; empty ones if `end` is not after `start`.
  public func parts(_ count: Int, from start: MediaTime, to end: MediaTime) -> [Stretch] {
    var parts = [Stretch](repeating: Stretch(), count: count)
    let (first, length) = (start.seconds, end.seconds - start.seconds)
    // Times may differ by less than their seconds can show.
    guard let originSeconds = self.start?.seconds, length > 0 else { return parts }
    let width = self.length.seconds
    for (index, stretch) in stretches.enumerated() {
      let middle = originSeconds + (Double(index) + 0.5) * width
      let share = (middle - first) / length * Double(count)
      let part = Int(min(max(share, 0), Double(count - 1)))
      parts[part] = parts[part] + stretch
    }
    return parts
  }
}

extension TrackActivity.Stretch {
  fileprivate mutating func add(byteCount: Int, isKeyframe: Bool) {
    packetCount += 1
    self.byteCount += byteCount
    if isKeyframe { keyframeCount += 1 }
  }
}
