import PlayheadTimekeeping

/// The extremes of a track's timing along its timeline, for diagrams.
package struct TrackTrace: Hashable, Sendable {
  /// The extremes in one interval. Lengths are in ticks of the track.
  package struct Stretch: StretchValue {
    /// The intervals between successive presentation times that begin here; nil if none does.
    package var intervals: ClosedRange<Int64>?
    /// The maximum number of frames that precede another in decoding and follow it in presentation.
    package var reorderDepth = 0
    /// The greatest time in seconds by which a packet follows later packets of another track in the file.
    package var interleaving = 0.0
    /// How much more the timestamps have advanced than the samples or frames, at the end of the interval, if known.
    package var deviation: Double?
    /// The total duration of the samples or frames until then.
    var elapsed = 0.0

    package init() {}

    package static func + (one: Self, next: Self) -> Self {
      var both = one
      both.intervals = .joining(one.intervals, next.intervals)
      both.reorderDepth = max(one.reorderDepth, next.reorderDepth)
      both.interleaving = max(one.interleaving, next.interleaving)
      (both.deviation, both.elapsed) =
        next.deviation.map { ($0, next.elapsed) } ?? (one.deviation, one.elapsed)
      return both
    }
  }

  private var values: Stretches<Stretch>
  private let greatestInterval: Double
  private var last: Int64?

  init(timebase: Timebase) {
    values = Stretches(timebase: timebase)
    greatestInterval = 10 / timebase.secondsPerTick
  }

  /// The extremes in each interval.
  package var stretches: [Stretch] { values.values }
  /// The start of the first interval as a time of the container; nil without any.
  package var start: MediaTime? { values.start }
  package var length: MediaTime { values.length }

  /// Records a frame or packet in the order of presentation. Jumps by more than 10 s are no intervals.
  mutating func present(_ ticks: Int64, deviation: Double, elapsed: Double) {
    defer { last = ticks }
    guard let last else { return values.add(at: ticks) { _ in } }
    let (interval, overflow) = ticks.subtractingReportingOverflow(last)
    if overflow || abs(Double(interval)) > greatestInterval { return }
    values.add(at: last) { stretch in
      stretch.intervals = .joining(stretch.intervals, interval...interval)
      (stretch.deviation, stretch.elapsed) = (deviation, elapsed)
    }
  }

  /// Compares with frames of another rate: `ratio` is this rate divided by the previous one.
  mutating func compare(withRate ratio: Double) {
    values.changeAll { stretch in
      let shorter = stretch.elapsed - stretch.elapsed / ratio
      stretch.deviation = stretch.deviation.map { $0 + shorter }
      stretch.elapsed -= shorter
    }
  }

  /// Restarts at a discontinuity: the next frame has no interval before it.
  mutating func restart() { last = nil }

  mutating func add(reorderDepth: Int, at ticks: Int64) {
    values.add(at: ticks) { $0.reorderDepth = max($0.reorderDepth, reorderDepth) }
  }

  mutating func add(interleaving seconds: Double, at ticks: Int64) {
    values.add(at: ticks) { $0.interleaving = max($0.interleaving, seconds) }
  }
}
