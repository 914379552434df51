/// What one window says about how two recordings run against each other.
struct OffsetPoint: Equatable, Sendable {
  /// The time of the middle of the window in the reference, in seconds.
  var time: Double
  /// The time in the other recording less that in the reference.
  var distance: Double
  /// Whether the sound of the other recording has the opposite sign.
  var isInverted: Bool
  /// The height of the correlation's peak in units of its usual deviation from 0.
  var score: Double
  /// Whether the correlation has one clear peak.
  var isClear: Bool
}
