/// A type that receives a publisher's values.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of the values.
  associatedtype Input
  /// The type of the failure; `Never` if the subscriber receives none.
  associatedtype Failure: Error

  /// Receives the subscription, which is used to request values and to cancel.
  ///
  /// - Parameter subscription: The subscription.
  func receive(subscription: any Subscription)

  /// Receives a value.
  ///
  /// - Parameter input: The value.
  /// - Returns: The additional demand.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Receives the completion, after which nothing follows.
  ///
  /// - Parameter completion: The completion.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Receives a value that has no content.
  ///
  /// - Returns: The additional demand.
  @inlinable
  public func receive() -> Subscribers.Demand { receive(()) }
}

/// The namespace of subscribers, demands and completions.
public enum Subscribers {}
