/// How exactly the position of another player is known.
struct ObservedAccuracy: Hashable, Codable {
  /// By how much the position may be wrong, either way.
  var uncertainty: Duration
  /// The part of it by which all positions are wrong in the same way. It is not encoded.
  var bias = Duration.zero
  /// Whether the position holds for a moment, although the player plays. It is not encoded.
  var isHeld = false
  /// Whether the time until the sound is heard is subtracted.
  var isHeard: Bool

  private enum CodingKeys: String, CodingKey { case uncertainty, isHeard }
}
