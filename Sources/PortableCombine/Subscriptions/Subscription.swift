/// The connection of a subscriber to a publisher.
///
/// `request(_:)` and `cancel()` may be called from any thread, and from inside a delivery.
///
/// Source of the rule: Apple's documentation of `Subscription`.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for more values, on top of what was asked for before.
  func request(_ demand: Subscribers.Demand)
}
