import PlayheadTimekeeping

/// The maximum number of bytes that must be decoded in a whole second of the container's time.
struct BitRateMeter {
  private let timebase: Timebase
  private var second: Range<Int64>?
  private var byteCount = 0
  private var greatestByteCount = 0

  init(timebase: Timebase) {
    self.timebase = timebase
  }

  mutating func add(ticks: Int64, byteCount: Int) {
    if second?.contains(ticks) == true {
      self.byteCount += byteCount
    } else {
      greatestByteCount = max(greatestByteCount, self.byteCount)
      self.byteCount = byteCount
      second = bounds(of: MediaTime(ticks: ticks, timebase: timebase))
    }
  }

  var greatestBits: Int { 8 * max(greatestByteCount, byteCount) }

  private func bounds(of time: MediaTime) -> Range<Int64>? {
    guard let whole = time.converted(to: .seconds, rounding: .down)?.ticks,
      let start = MediaTime.seconds(whole).converted(to: timebase, rounding: .up)?.ticks,
      case let (next, overflow) = whole.addingReportingOverflow(1), !overflow,
      let end = MediaTime.seconds(next).converted(to: timebase, rounding: .up)?.ticks
    else { return nil }
    return start..<end
  }
}
