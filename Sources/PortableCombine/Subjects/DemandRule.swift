/// What a broadcast does with values for which a subscriber has no demand.
@usableFromInline
enum DemandRule: Sendable {
  /// They are dropped.
  case dropping
  /// The newest of them is owed, and goes out once there is demand.
  case owing
  /// Every value is sent, whatever is asked for.
  case ignored
}
