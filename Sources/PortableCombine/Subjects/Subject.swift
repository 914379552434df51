/// A publisher that is told by calls what to send.
///
/// The calls may come from any thread, and from inside a delivery.
///
/// Source of the rule: Apple's documentation of `Subject`.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  func send(_ value: Output)

  /// Sends the completion to the subscribers; whatever is sent later is ignored.
  func send(completion: Subscribers.Completion<Failure>)

  /// Gives the subject a subscription to ask for what it passes on.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends an event without content.
  @inlinable
  public func send() { send(()) }
}
