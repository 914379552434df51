import Timekeeping

/// Takes in positions as a program tells them, each with the host instant at which it came, in
/// constant memory. Playback is taken to run at rate 1.
public struct UpdateTimingMeter: Sendable {
  private let expected: Duration?
  private var intervals = IntervalHistogram()
  private var line = LeastSquares()
  private var first: (position: Int64, instant: HostInstant)?
  private var last: (position: Int64, instant: HostInstant)?
  private var stepsBack = CappedList<StepBack>()
  private var heldCount = 0
  /// Host seconds and media seconds, without the intervals in which the position steps back.
  private var (elapsed, moved) = (0.0, 0.0)

  /// - Parameter expected: at which updates are to come; for nil at what is their median.
  public init(expected: Duration? = nil) {
    self.expected = expected
  }

  public mutating func add(position: MediaTime, at instant: HostInstant) {
    let position = position.nanoseconds(rounding: .toNearestOrEven)
    first = first ?? (position, instant)
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
  }

  /// The report on what was taken in; nil before there were two positions.
  public var report: UpdateTimingReport? {
    guard let interval = IntervalStatistics(intervals), let first, let last else { return nil }
    let wanted = expected.flatMap { MediaTime($0)?.ticks } ?? interval.median
    guard let jitter = IntervalStatistics(distancesIn: intervals, from: wanted) else { return nil }
    let elapsed = first.instant.duration(to: last.instant)
    var report = UpdateTimingReport(
      count: interval.count + 1, elapsed: elapsed, firstPosition: .nanoseconds(first.position),
      lastPosition: .nanoseconds(last.position), interval: interval,
      expectedInterval: .nanoseconds(wanted), jitter: jitter,
      drift: line.slope.map { ($0 - 1) * 1e6 }, stepsBack: stepsBack, heldCount: heldCount)
    if !report.isOrderly { report.drift = nil }
    return report
  }
}

/// Where a position was less than the one before.
public struct StepBack: Hashable, Sendable {
  public var from: MediaTime
  public var to: MediaTime
  public var at: HostInstant
}

/// How well a program's positions keep time. Intervals are of the host, in nanoseconds.
public struct UpdateTimingReport: Hashable, Sendable {
  /// How many positions came.
  public var count: Int
  /// From the first to the last.
  public var elapsed: Duration
  public var firstPosition: MediaTime
  public var lastPosition: MediaTime
  public var interval: IntervalStatistics
  /// What was asked for, else the median.
  public var expectedInterval: MediaTime
  /// How far the intervals lie from that, whichever way.
  public var jitter: IntervalStatistics
  /// How much faster positions run than the host's clock, in parts per million, by least squares
  /// between steps back. Nil unless `isOrderly`.
  public var drift: Double?
  public var stepsBack: CappedList<StepBack>
  /// How often a position was the same as the one before.
  public var heldCount: Int

  /// Whether the positions advance as in playback, with few seeks or loops: fewer than three steps
  /// back, or fewer than one in ten.
  public var isOrderly: Bool { stepsBack.total < 3 || stepsBack.total * 10 < count }

  /// Updates a second; nil where they all came at once.
  public var rate: Double? {
    let seconds = Double(elapsed.attoseconds) / 1e18
    return seconds > 0 ? Double(count - 1) / seconds : nil
  }
}
