import PlayheadTimekeeping

/// The amount of data along a track's timeline, in up to 256 intervals of equal length. The length
/// doubles when the track does not fit.
public struct TrackActivity: Hashable, Sendable {
  /// The amount of data in one interval.
  public struct Stretch: Hashable, Sendable {
    /// The number of packets.
    public var packetCount = 0
    /// The number of keyframes of video.
    public var keyframeCount = 0
    /// The number of payload bytes.
    public var byteCount = 0

    /// Creates an empty interval.
    public init() {}
  }

  private static let capacity = 256

  private let timebase: Timebase
  private let shortest: Int64
  private var doublings: Int64 = 0
  private var origin: Int64?
  private(set) var stretches: [Stretch] = []

  init(timebase: Timebase) {
    self.timebase = timebase
    shortest = max(Int64(0.01 / timebase.secondsPerTick), 1)
  }

  /// Creates the data in intervals of this length; nil if there are too many, or if no track has
  /// intervals of this length.
  init?(_ stretches: [Stretch], of length: MediaTime, from start: MediaTime?) {
    self.init(timebase: length.timebase)
    guard stretches.count <= TrackActivity.capacity, start.map({ $0.timebase == timebase }) ?? true,
      length.ticks > 0
    else { return nil }
    doublings = Int64((length.ticks / shortest).trailingZeroBitCount)
    guard doublings < 63, self.length == length else { return nil }
    origin = start?.ticks
    self.stretches = stretches
  }

  /// The start of the first interval as a time of the container; nil without data.
  var start: MediaTime? { origin.map { MediaTime(ticks: $0, timebase: timebase) } }
  /// The length of an interval.
  var length: MediaTime { MediaTime(ticks: shortest << doublings, timebase: timebase) }

  mutating func add(ticks: Int64, byteCount: Int, isKeyframe: Bool) {
    let origin = self.origin ?? ticks
    self.origin = origin
    let (distance, overflow) = ticks.subtractingReportingOverflow(origin)
    if overflow || distance < 0 { return }
    let units = distance / shortest
    var index = units &>> doublings
    while index >= TrackActivity.capacity {
      doubleLength()
      index = units &>> doublings
    }
    while stretches.count <= Int(index) { stretches.append(Stretch()) }
    stretches[Int(index)].add(byteCount: byteCount, isKeyframe: isKeyframe)
  }

  private mutating func doubleLength() {
    doublings += 1
    stretches = stride(from: 0, to: stretches.count, by: 2).map { index in
      index + 1 < stretches.count ? stretches[index] + stretches[index + 1] : stretches[index]
    }
  }

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
    guard let origin, length > 0 else { return parts }
    let originSeconds = MediaTime(ticks: origin, timebase: timebase).seconds
    let width = Double(shortest) * timebase.secondsPerTick * Double(1 << doublings)
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

  static func + (one: Self, two: Self) -> Self {
    var sum = one
    sum.packetCount += two.packetCount
    sum.keyframeCount += two.keyframeCount
    sum.byteCount += two.byteCount
    return sum
  }
}
