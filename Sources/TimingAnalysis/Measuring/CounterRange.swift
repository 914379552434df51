/// The ranges of 33-bit and 32-bit timestamp counters at 90 kHz, in seconds.
enum CounterRange {
  static let seconds33 = 8_589_934_592.0 / 90_000

  /// Returns whether a step of this many seconds is a wrap of such a counter.
  static func isWrap(_ step: Double) -> Bool {
    [seconds33, seconds33 / 2].contains { range in abs(step + range) < range / 1_000 }
  }
}
