/// The most recent intervals between the packets of a track, and their usual value.
///
/// The usual value is the median, so that a single gap has no effect.
struct RecentIntervals: Sendable {
  private static let capacity = 8

  private var intervals: [Int64] = []
  private var oldest = 0
  private var last: Int64?

  /// Records the time of the next packet.
  mutating func add(_ ticks: Int64) {
    defer { last = ticks }
    guard let last, case let (interval, overflow) = ticks.subtractingReportingOverflow(last),
      !overflow, interval > 0
    else { return }
    if intervals.count < RecentIntervals.capacity {
      intervals.append(interval)
    } else {
      intervals[oldest] = interval
      oldest = (oldest + 1) % RecentIntervals.capacity
    }
  }

  /// Forgets the last packet, but not the intervals.
  mutating func forgetLast() {
    last = nil
  }

  /// The median interval in ticks; nil before the second packet.
  var usual: Int64? {
    intervals.isEmpty ? nil : intervals.sorted()[(intervals.count - 1) / 2]
  }
}
