import PlayheadLocking

/// A subscriber that sets a published property to each value, while the property exists.
@usableFromInline
final class PublishedSubscriber<Value>: Subscriber {
  @usableFromInline typealias Input = Value
  @usableFromInline typealias Failure = Never

  // Weak, because the property retains the subscription, which retains this subscriber.
  @usableFromInline weak var property: PublishedProperty<Value>?
  @usableFromInline let isConnected = Locked(false)

  @inlinable
  init(_ property: PublishedProperty<Value>) {
    self.property = property
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    let wasConnected = isConnected.withLock { exchange(&$0, with: true) }
    guard !wasConnected, let property else { return subscription.cancel() }
    property.hold(subscription, of: combineIdentifier)
    subscription.request(.unlimited)
  }

  @inlinable
  func receive(_ input: Value) -> Subscribers.Demand {
    property?.set(input)
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Never>) {
    property?.release(of: combineIdentifier)
  }
}

extension Publisher where Failure == Never {
  /// Sets a published property to each value, while the property exists.
  ///
  /// Requests unlimited values. The assignment cannot be cancelled: each call adds another
  /// publisher that sets the property.
  ///
  /// - Parameter published: The publisher of the property that receives the values.
  @inlinable
  public func assign(to published: inout Published<Output>.Publisher) {
    subscribe(PublishedSubscriber(published.property))
  }
}
