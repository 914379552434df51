/// The rule for values for which a subscriber has no demand.
@usableFromInline
enum DemandRule: Sendable {
  /// Values are dropped.
  case dropping
  /// The newest value is owed, and is sent when there is demand.
  case owing
  /// Every value after the subscription is sent, regardless of demand.
  case ignored
}
