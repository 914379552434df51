import PlayheadKit

/// How often the line must be looked at while the playhead moves.
enum DisplayCadence {
  private static let tenth = MediaTime.milliseconds(100)

  /// The media time in which something changes on a line so wide: a tenth of a second shown, or a
  /// cell of the bar; no less than a thirtieth of a second at this rate.
  static func interval(rate: Rate, duration: MediaTime?, columns: Int) -> MediaTime {
    let cell = (duration ?? tenth).nanoseconds(rounding: .down) / Int64(max(columns, 1))
    let least = 1_000_000_000 * Int64(rate.numerator) / (30 * Int64(rate.denominator)) + 1
    let tenth = tenth.nanoseconds(rounding: .down)
    if duration != nil, cell < tenth { return .nanoseconds(max(cell, least)) }
    // Whole tenths, so that each is shown as it begins.
    return .nanoseconds((least + tenth - 1) / tenth * tenth)
  }
}
