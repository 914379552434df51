import Timekeeping

/// One progress value, as far as timing needs it.
public struct PlaybackSample: Hashable, Sendable {
  public enum Event: Hashable, Sendable {
    /// The playhead crossed a whole multiple of the interval.
    case beat
    /// The playhead is held, because media is missing.
    case stalled
    /// Anything else that sets a new anchor: a start, a pause, a jump, the end.
    case discontinuity
  }

  public var position: MediaTime
  /// The media time for which it came.
  public var due: MediaTime
  /// When `position` was read.
  public var instant: HostInstant
  public var rate: Rate
  /// Whether the playhead moves from here on.
  public var isMoving: Bool
  public var event: Event
  /// How many beats came since the value before and were not delivered.
  public var skipped: Int

  public init(
    position: MediaTime, due: MediaTime, instant: HostInstant, rate: Rate, isMoving: Bool,
    event: Event, skipped: Int
  ) {
    self.position = position
    self.due = due
    self.instant = instant
    self.rate = rate
    self.isMoving = isMoving
    self.event = event
    self.skipped = skipped
  }
}

/// Takes in progress values of one player, in constant memory.
public struct PlaybackTimingMeter: Sendable {
  private var lateness = IntervalHistogram()
  private var intervals = IntervalHistogram()
  private var jitter = IntervalHistogram()
  private var drift = LeastSquares()
  /// Host seconds of playing that were taken in, and by how much the position left the host clock.
  private var (played, deviation) = (0.0, 0.0)
  private var last: PlaybackSample?
  private var stallStart: PlaybackSample?
  private var stalls = CappedList<Stall>()
  private var stalledNanoseconds: Int64 = 0
  private var skipped = 0
  private var beatCount = 0

  public init() {}

  public mutating func add(_ sample: PlaybackSample) {
    skipped += max(sample.skipped, 0)
    if let last, last.isMoving { follow(sample, after: last) }
    if sample.event == .beat {
      beatCount += 1
      lateness.add(sample.lateness)
    }
    takeStall(sample)
    last = sample
  }

  /// The report on what was taken in.
  public var report: PlaybackTimingReport {
    PlaybackTimingReport(
      beatCount: beatCount, skippedBeats: skipped, lateness: IntervalStatistics(lateness),
      latenessHistogram: lateness, interval: IntervalStatistics(intervals),
      jitter: IntervalStatistics(jitter), drift: drift.slope.map { $0 * 1e6 },
      stalls: stalls, stalledTime: .nanoseconds(stalledNanoseconds))
  }

  /// Takes in what passed since a value from which the playhead moved on.
  private mutating func follow(_ sample: PlaybackSample, after last: PlaybackSample) {
    // What ends a stretch of playing tells the place after it: a jump's target.
    guard sample.event == .beat else { return }
    let host = sample.instant.nanoseconds &- last.instant.nanoseconds
    guard let moved = sample.position.subtracting(last.position), host > 0 else { return }
    played += Double(host) / 1e9
    deviation += moved.seconds - Double(host) / 1e9 * last.rate.doubleValue
    drift.add(x: played, y: deviation)
    guard last.event == .beat, sample.skipped == 0 else { return }
    intervals.add(host)
    if let due = sample.due.subtracting(last.due) {
      let wanted = PlaybackTimingMeter.hostNanoseconds(of: due, at: sample.rate)
      jitter.add(Int64(clamping: (host &- wanted).magnitude))
    }
  }

  private mutating func takeStall(_ sample: PlaybackSample) {
    if let start = stallStart {
      let length = sample.instant.nanoseconds &- start.instant.nanoseconds
      stalls.append(Stall(position: start.position, length: .nanoseconds(length)))
      stalledNanoseconds = stalledNanoseconds &+ length
    }
    stallStart = sample.event == .stalled ? sample : nil
  }

  /// How long the host takes for so much media.
  fileprivate static func hostNanoseconds(of time: MediaTime, at rate: Rate) -> Int64 {
    guard !rate.isPaused else { return 0 }
    let nanoseconds = Int128(time.nanoseconds(rounding: .toNearestOrEven))
    return Int64(clamping: nanoseconds * Int128(rate.denominator) / Int128(rate.numerator))
  }
}

extension PlaybackSample {
  /// How much later than due the value was read, in nanoseconds of the host.
  fileprivate var lateness: Int64 {
    guard let late = position.subtracting(due) else { return 0 }
    return PlaybackTimingMeter.hostNanoseconds(of: late, at: rate)
  }
}
