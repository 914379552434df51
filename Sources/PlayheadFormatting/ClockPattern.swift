/// A pattern for hours, minutes and seconds, such as `hms.0`, `h:mm:ss` or `m:ss.1`.
package struct ClockPattern: Hashable, Sendable {
  /// Whether hours are written. Otherwise minutes are not limited to 59.
  package let hasHours: Bool
  /// Whether the first number has at least two digits.
  package let isPadded: Bool
  /// The decimal places of the seconds, up to 9.
  package let places: Int

  package init(hasHours: Bool, isPadded: Bool, places: Int) {
    (self.hasHours, self.isPadded, self.places) = (hasHours, isPadded, places)
  }
}
