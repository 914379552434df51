/// The last few distances between the packets of a track, and the one that is usual among them.
///
/// Their median, so that a single gap does not count.
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

  /// Nil before the second packet.
  var usual: Int64? {
    intervals.isEmpty ? nil : intervals.sorted()[(intervals.count - 1) / 2]
  }
}
