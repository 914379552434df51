import Locking

/// A subscriber that sets a published property to each value, as long as that exists.
@usableFromInline
final class PublishedSubscriber<Value>: Subscriber {
  @usableFromInline typealias Input = Value
  @usableFromInline typealias Failure = Never

  // The property holds the subscription, which holds this.
  @usableFromInline weak var property: PublishedProperty<Value>?
  @usableFromInline let isConnected = Locked(false)

  @inlinable
  init(_ property: PublishedProperty<Value>) {
    self.property = property
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    let isFirst = isConnected.withLock { isConnected in
      defer { isConnected = true }
      return !isConnected
    }
    guard isFirst, let property else { return subscription.cancel() }
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
    property?.letGo(of: combineIdentifier)
  }
}

extension Publisher where Failure == Never {
  /// Sets a published property to each value, asking for unlimited values, for as long as the
  /// property exists.
  ///
  /// There is nothing to cancel it by: each call adds one more publisher that sets the property.
  @inlinable
  public func assign(to published: inout Published<Output>.Publisher) {
    subscribe(PublishedSubscriber(published.property))
  }
}
