/// A publisher to which client code sends values by calling its methods.
///
/// The methods can be called from any thread, and from inside a delivery.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  ///
  /// - Parameter value: The value.
  func send(_ value: Output)

  /// Sends the completion to the subscribers. Later values and completions are ignored.
  ///
  /// - Parameter completion: The completion.
  func send(completion: Subscribers.Completion<Failure>)

  /// Passes the subject a subscription to request values from, which the subject republishes.
  ///
  /// - Parameter subscription: The subscription.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a value that has no content.
  @inlinable
  public func send() { send(()) }
}
