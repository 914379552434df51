import PlayheadTimekeeping

/// The parts of a progress value that matter for timing.
package struct PlaybackSample: Hashable, Sendable {
  /// The reason for the value.
  package enum Event: Hashable, Sendable {
    /// A periodic update: the playhead crossed a multiple of the interval.
    case interval
    /// A stall: the playhead waits because media is missing.
    case stalled
    /// Another discontinuity, such as a start, a pause, a seek or the end.
    case discontinuity
  }

  package var position: MediaTime
  /// The media time for which the value was due.
  package var due: MediaTime
  /// The host instant when `position` was read.
  package var instant: HostInstant
  /// The rate from this value on.
  package var rate: Rate
  /// Whether the playhead moves after this value.
  package var isMoving = true
  package var event: Event
  /// The number of periodic updates skipped since the previous value.
  package var skipped = 0

  /// Creates a sample of a playhead that moves at a rate from its value on.
  package init(
    position: MediaTime, due: MediaTime, instant: HostInstant, rate: Rate, event: Event
  ) {
    self.position = position
    self.due = due
    self.instant = instant
    self.rate = rate
    self.event = event
  }
}

/// Measures the progress values of one player, in constant memory.
package struct PlaybackTimingMeter: Sendable {
  private var lateness = IntervalHistogram()
  private var intervals = IntervalHistogram()
  private var jitter = IntervalHistogram()
  private var drift = LeastSquares()
  /// The host seconds of playback, and the deviation of the position from the host clock in seconds.
  private var (played, deviation) = (0.0, 0.0)
  private var last: PlaybackSample?
  private var stallStart: PlaybackSample?
  private var stalls = CappedList<PlaybackStall>()
  private var stalledNanoseconds: Int64 = 0
  private var skipped = 0
  private var updateCount = 0
  /// The lateness along the host clock.
  package private(set) var trace = LatenessTrace()

  package init() {}

  package mutating func add(_ sample: PlaybackSample) {
    skipped += max(sample.skipped, 0)
    if let last, last.isMoving { follow(sample, after: last) }
    if sample.event == .interval {
      updateCount += 1
      lateness.add(sample.lateness)
    }
    trace.add(
      at: sample.instant, lateness: sample.event == .interval ? sample.lateness : nil,
      isInterruption: sample.event == .stalled)
    recordStall(sample)
    last = sample
  }

  /// The report on the values added until now.
  package var report: PlaybackTimingReport {
    PlaybackTimingReport(
      updateCount: updateCount, skippedUpdateCount: skipped,
      lateness: IntervalStatistics(lateness, timebase: .nanoseconds),
      latenessHistogram: lateness, interval: IntervalStatistics(intervals, timebase: .nanoseconds),
      jitter: IntervalStatistics(jitter, timebase: .nanoseconds),
      drift: drift.slope.map { $0 * 1e6 },
      stalls: stalls, stalledTime: .nanoseconds(stalledNanoseconds))
  }

  /// Measures the time since a value after which the playhead moved.
  private mutating func follow(_ sample: PlaybackSample, after last: PlaybackSample) {
    // Other values report the position after the discontinuity, such as the target of a seek.
    guard sample.event == .interval else { return }
    let host = sample.instant.nanoseconds &- last.instant.nanoseconds
    guard let moved = sample.position.subtracting(last.position), host > 0 else { return }
    played += Double(host) / 1e9
    deviation += moved.seconds - Double(host) / 1e9 * last.rate.doubleValue
    drift.add(x: played, y: deviation)
    guard last.event == .interval, sample.skipped == 0 else { return }
    intervals.add(host)
    if let due = sample.due.subtracting(last.due) {
      let wanted = PlaybackTimingMeter.hostNanoseconds(of: due, at: sample.rate)
      jitter.add(Int64(clamping: (host &- wanted).magnitude))
    }
  }

  private mutating func recordStall(_ sample: PlaybackSample) {
    if let start = stallStart {
      let length = sample.instant.nanoseconds &- start.instant.nanoseconds
      stalls.append(PlaybackStall(position: start.position, length: .nanoseconds(length)))
      stalledNanoseconds = stalledNanoseconds &+ length
    }
    stallStart = sample.event == .stalled ? sample : nil
  }

  /// Returns the host time in nanoseconds in which this much media plays.
  fileprivate static func hostNanoseconds(of time: MediaTime, at rate: Rate) -> Int64 {
    guard !rate.isPaused else { return 0 }
    let nanoseconds = Int128(time.nanoseconds(rounding: .toNearestOrEven))
    return Int64(clamping: nanoseconds * Int128(rate.denominator) / Int128(rate.numerator))
  }
}

extension PlaybackSample {
  /// The nanoseconds of the host clock between the due instant and the reading.
  fileprivate var lateness: Int64 {
    guard let late = position.subtracting(due) else { return 0 }
    return PlaybackTimingMeter.hostNanoseconds(of: late, at: rate)
  }
}
