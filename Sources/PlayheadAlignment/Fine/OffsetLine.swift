/// A line on which one recording runs against another one.
struct OffsetLine: Equatable, Sendable {
  /// By how much longer an interval is in the other recording, as a share.
  var drift: Double
  /// The time in the other recording that corresponds to the time 0 of the reference.
  var intercept: Double

  /// Returns the time in the other recording that corresponds to one in the reference.
  func otherTime(at time: Double) -> Double { time * (1 + drift) + intercept }

  /// Returns the time in the reference that corresponds to one in the other recording.
  func time(atOther otherTime: Double) -> Double { (otherTime - intercept) / (1 + drift) }
}
