/// The ranges of the counters of timestamps of 33 and 32 bits, which count at 90 kHz.
enum CounterRange {
  static let seconds33 = 8_589_934_592.0 / 90_000

  /// Whether a step of so many seconds is one back by such a range, to a second or so.
  static func isWrap(_ step: Double) -> Bool {
    [seconds33, seconds33 / 2].contains { range in abs(step + range) < range / 1_000 }
  }
}
