/// How exactly the position of another player is known.
struct ObservedAccuracy: Hashable, Codable {
  /// By how much the position may be wrong, either way.
  var uncertainty: Duration
  /// Whether the time until the sound is heard is subtracted.
  var isHeard: Bool
}
