import PlayheadTimekeeping

extension CMTime {
  /// Creates a time of the player, rounded to nanoseconds if it does not fit otherwise.
  package init(_ time: MediaTime) {
    let (value, overflow) = time.ticks.multipliedReportingOverflow(
      by: Int64(time.timebase.numerator))
    self =
      overflow
      ? CMTime(value: time.nanoseconds(rounding: .toNearestOrEven), timescale: 1_000_000_000)
      : CMTime(value: value, timescale: time.timebase.denominator)
  }

  /// The position for the player: +∞ after all media, −∞ before; nil for an invalid or indefinite time.
  package var position: MediaTime? {
    if isNumeric { return MediaTime(ticks: value, timebase: Timebase(1, timescale)) }
    return isPositiveInfinity ? .nanoseconds(.max) : isNegativeInfinity ? .zero : nil
  }
}
