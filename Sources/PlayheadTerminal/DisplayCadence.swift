import PlayheadTimekeeping

/// How often the status line must be updated while the playhead moves.
package enum DisplayCadence {
  package static let tenth = MediaTime.milliseconds(100)

  /// Returns the media time until the line changes: a unit of time or a bar's step, at least 1/30 s of host time.
  package static func interval(
    rate: Rate, duration: MediaTime?, columns: Int, unit: MediaTime = tenth
  ) -> MediaTime {
    let cell = (duration ?? tenth).nanoseconds(rounding: .down) / Int64(max(columns, 1))
    let least = 1_000_000_000 * Int64(rate.numerator) / (30 * Int64(rate.denominator)) + 1
    let unit = unit.nanoseconds(rounding: .down)
    if duration != nil, cell < unit { return .nanoseconds(max(cell, least)) }
    // Whole units, so that each is shown when it begins.
    return .nanoseconds((least + unit - 1) / unit * unit)
  }
}
