import PlayheadKit

/// How often the line must be looked at while the playhead moves.
enum DisplayCadence {
  static let tenth = MediaTime.milliseconds(100)

  /// The media time in which something changes on a line: a unit of the time shown, or one of so
  /// many steps of the bar; no less than a thirtieth of a second at this rate.
  static func interval(
    rate: Rate, duration: MediaTime?, columns: Int, unit: MediaTime = tenth
  ) -> MediaTime {
    let cell = (duration ?? tenth).nanoseconds(rounding: .down) / Int64(max(columns, 1))
    let least = 1_000_000_000 * Int64(rate.numerator) / (30 * Int64(rate.denominator)) + 1
    let unit = unit.nanoseconds(rounding: .down)
    if duration != nil, cell < unit { return .nanoseconds(max(cell, least)) }
    // Whole units, so that each is shown as it begins.
    return .nanoseconds((least + unit - 1) / unit * unit)
  }
}
