/// The connection of a subscriber to a publisher.
///
/// `request(_:)` and `cancel()` can be called from any thread, and from inside a delivery.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests more values, in addition to the previous demand.
  ///
  /// - Parameter demand: The number of values to add to the demand.
  func request(_ demand: Subscribers.Demand)
}
