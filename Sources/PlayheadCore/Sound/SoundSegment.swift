import PlayheadTimekeeping

/// Samples of the output that follow each other at one rate.
struct SoundSegment: Equatable {
  var pass: Int
  /// The position of the sample at `offset` 0.
  var origin: MediaTime
  /// Seconds of media for each second of output.
  var rate: Rate
  var sampleRate: Int
  /// How many samples after `origin` the first one is.
  var offset: Int64
  var sampleCount: Int

  var start: MediaTime { position(at: offset) }

  /// Returns the position after the first samples.
  func position(after count: Int) -> MediaTime { position(at: offset + Int64(count)) }

  private func position(at offset: Int64) -> MediaTime {
    let (ticks, isTooMany) = offset.multipliedReportingOverflow(by: Int64(rate.numerator))
    let unit = Int64(sampleRate) * Int64(rate.denominator)
    if !isTooMany, let denominator = Int32(exactly: unit) {
      return origin.adding(MediaTime(ticks: ticks, timebase: Timebase(1, denominator))) ?? origin
    }
    let nanoseconds = Int128(offset) * Int128(rate.numerator) * 1_000_000_000 / Int128(unit)
    return origin.adding(.nanoseconds(Int64(clamping: nanoseconds))) ?? origin
  }

  mutating func removeFirst(_ count: Int) {
    offset += Int64(count)
    sampleCount -= count
  }
}
