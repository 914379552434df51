import PlayheadTimekeeping

/// Measures the positions that a program reports, in constant memory.
public struct UpdateTimingMeter: Sendable {
  private let expected: Duration?
  private let playbackRate: Double
  private var intervals = IntervalHistogram()
  private var line = LeastSquares()
  private var first: (position: Int64, instant: HostInstant)?
  private var last: (position: Int64, instant: HostInstant)?
  private var stepsBack = CappedList<StepBack>()
  private var heldCount = 0
  /// Host seconds and media seconds, without the intervals in which the position steps back.
  private var (elapsed, moved) = (0.0, 0.0)
  /// How late positions arrive after the first one by the host clock, except for intervals before a step back.
  package private(set) var trace = LatenessTrace()
  /// The distribution of the same lateness, in nanoseconds.
  package private(set) var lateness = CenteredHistogram()

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - expected: The expected interval between updates; nil for the median interval.
  ///   - rate: The rate at which the program plays. Drift is measured against it.
  public init(expected: Duration? = nil, rate: Rate = .normal) {
    self.expected = expected
    playbackRate = Double(rate.numerator) / Double(rate.denominator)
  }

  /// Adds a position.
  ///
  /// - Parameters:
  ///   - position: The position that the program reported.
  ///   - instant: The host instant when the report arrived.
  public mutating func add(position: MediaTime, at instant: HostInstant) {
    let position = position.nanoseconds(rounding: .toNearestOrEven)
    first = first ?? (position, instant)
    let stepCount = stepsBack.total
    if let last {
      let interval = instant.nanoseconds &- last.instant.nanoseconds
      intervals.add(interval)
      if position >= last.position {
        elapsed += Double(interval) / 1e9
        moved += (Double(position) - Double(last.position)) / 1e9
      }
      if position < last.position {
        stepsBack.append(
          StepBack(from: .nanoseconds(last.position), to: .nanoseconds(position), at: instant))
      } else if position == last.position {
        heldCount += 1
      }
    }
    last = (position, instant)
    line.add(x: elapsed, y: moved)
    let late = MediaTime(seconds: elapsed - moved / playbackRate)?.ticks
    if let late { lateness.add(late) }
    trace.add(at: instant, lateness: late, isInterruption: stepsBack.total > stepCount)
  }

  /// The report on the positions added until now; nil with fewer than two.
  public var report: UpdateTimingReport? {
    guard let interval = IntervalStatistics(intervals, timebase: .nanoseconds), let first, let last
    else { return nil }
    let wanted = expected.flatMap { MediaTime($0)?.ticks } ?? interval.median.ticks
    guard let jitter = IntervalStatistics(nanosecondsIn: intervals, from: wanted) else {
      return nil
    }
    let elapsed = first.instant.duration(to: last.instant)
    var report = UpdateTimingReport(
      count: interval.count + 1, elapsed: elapsed, firstPosition: .nanoseconds(first.position),
      lastPosition: .nanoseconds(last.position), interval: interval,
      expectedInterval: .nanoseconds(wanted), jitter: jitter,
      drift: line.slope.map { ($0 / playbackRate - 1) * 1e6 }, stepsBack: stepsBack,
      heldCount: heldCount)
    if !report.isOrderly { report.drift = nil }
    return report
  }
}

/// An update whose position is less than the previous one.
public struct StepBack: Hashable, Sendable, Codable {
  /// The previous position.
  public var from: MediaTime
  /// The smaller position.
  public var to: MediaTime
  /// The host instant when the smaller position arrived.
  public var at: HostInstant
}

/// The timing of a program's position updates. Intervals are measured with the host clock.
public struct UpdateTimingReport: Hashable, Sendable {
  /// The number of positions.
  public var count: Int
  /// The host time from the first position to the last.
  public var elapsed: Duration
  /// The first position.
  public var firstPosition: MediaTime
  /// The last position.
  public var lastPosition: MediaTime
  /// The intervals between updates.
  public var interval: IntervalStatistics
  /// The requested interval, else the median.
  public var expectedInterval: MediaTime
  /// The absolute differences between the intervals and the expected one.
  public var jitter: IntervalStatistics
  /// The drift in parts per million, by least squares without steps back: how much faster the
  /// position advances than the host clock at the rate of playback. Nil unless `isOrderly`.
  public var drift: Double?
  /// The updates whose position is less than the previous one.
  public var stepsBack: CappedList<StepBack>
  /// The number of updates with the same position as the previous one.
  public var heldCount: Int

  /// Whether the positions advance as in playback, with few seeks or loops: fewer than three steps
  /// back, or fewer than one in ten.
  public var isOrderly: Bool { stepsBack.total < 3 || stepsBack.total * 10 < count }

  /// Updates per second; nil if no time elapsed.
  public var rate: Double? {
    let seconds = Double(elapsed.attoseconds) / 1e18
    return seconds > 0 ? Double(count - 1) / seconds : nil
  }
}

/// Counts integers by their distance from the median of the first ones, in constant memory. So values near it are
/// exact, or nearly so, even if they are large or a few are far away.
package struct CenteredHistogram: Hashable, Sendable {
  /// The number of values whose median is the center.
  private static let firstCount = 32

  private var firstValues: [Int64] = []
  /// Nil until there are enough first values.
  private var center: Int64?
  /// The differences from the center.
  private var differences = IntervalHistogram()

  /// The values in ascending order, each with its number of occurrences.
  package var entries: [(value: Int64, count: Int)] {
    guard let center else { return firstValues.sorted().map { ($0, 1) } }
    return differences.entries.map { ($0.value &+ center, $0.count) }
  }

  /// Counts a value. One whose distance from the center is no `Int64` is ignored.
  mutating func add(_ value: Int64) {
    guard let center else { return addFirst(value) }
    let (difference, overflow) = value.subtractingReportingOverflow(center)
    if !overflow { differences.add(difference) }
  }

  private mutating func addFirst(_ value: Int64) {
    firstValues.append(value)
    guard firstValues.count == Self.firstCount else { return }
    center = firstValues.sorted()[Self.firstCount / 2]
    firstValues.forEach { add($0) }
    firstValues = []
  }
}
