/// A receiver of a publisher's values.
///
/// Source of the rule: Apple's documentation of `Subscriber`.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The values it receives.
  associatedtype Input
  /// The failures it receives; `Never` if it receives none.
  associatedtype Failure: Error

  /// Tells that it is connected, and may ask for values through `subscription`.
  func receive(subscription: any Subscription)

  /// Hands over one value; what is returned is asked for on top of what was asked for before.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Tells that nothing more comes, and whether that is a failure.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Hands over one event without content.
  @inlinable
  public func receive() -> Subscribers.Demand { receive(()) }
}

/// The namespace of subscribers, and of what they receive and ask for.
public enum Subscribers {}
