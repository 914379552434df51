import PlayheadLocking

/// The storage of a published property.
@usableFromInline
final class PublishedProperty<Value> {
  /// The place of the value: there is only one, so the property and its publisher cannot differ.
  @usableFromInline
  enum Storage {
    /// Here, until there is a subscriber.
    case unshared(Value)
    case shared(Broadcast<Value, Never>)
  }

  @usableFromInline
  struct State {
    @usableFromInline var storage: Storage
    /// The publisher of the changes of the object that the property belongs to.
    @usableFromInline var change: ObservableObjectPublisher?
    /// The subscriptions to the publishers that are assigned to this property.
    @usableFromInline var sources: [CombineIdentifier: any Subscription] = [:]

    @inlinable
    init(value: Value) { storage = .unshared(value) }
  }

  @usableFromInline let state: Locked<State>

  @inlinable
  init(_ value: Value) {
    state = Locked(State(value: value))
  }

  deinit {
    for source in state.withLock({ $0.sources.values }) { source.cancel() }
  }

  @inlinable var value: Value {
    switch state.withLock({ $0.storage }) {
    case .unshared(let value): value
    case .shared(let broadcast): broadcast.propertyValue
    }
  }

  @inlinable var broadcast: Broadcast<Value, Never> {
    state.withLock { state in
      switch state.storage {
      case .shared(let broadcast): return broadcast
      case .unshared(let value):
        let broadcast = Broadcast<Value, Never>("PublishedSubject", latest: value)
        state.storage = .shared(broadcast)
        return broadcast
      }
    }
  }

  /// Stores the publisher of the object's changes, if there is one and none is stored.
  @inlinable
  func follow(_ findChange: () -> ObservableObjectPublisher?) {
    if state.withLock({ $0.change != nil }) { return }
    guard let change = findChange() else { return }
    state.withLock { state in
      if state.change == nil { state.change = change }
    }
  }

  /// Publishes the change and the value, then sets it. As in Combine, a value set inside those calls is overwritten.
  @inlinable
  func set(_ value: Value) {
    state.withLock { $0.change }?.send()
    // The replaced storage is returned, to be released after unlocking.
    let storage = state.withLock { state in
      let storage = state.storage
      if case .unshared = storage { state.storage = .unshared(value) }
      return storage
    }
    if case .shared(let broadcast) = storage { broadcast.publish(value) }
  }

  // MARK: Publishers assigned to it

  /// Retains a publisher's subscription until it completes or this property is released.
  @usableFromInline
  func hold(_ subscription: any Subscription, of subscriber: CombineIdentifier) {
    state.withLock { $0.sources[subscriber] = subscription }
  }

  /// Releases the subscription of a publisher that has completed.
  @usableFromInline
  func release(of subscriber: CombineIdentifier) {
    _ = state.withLock { $0.sources.removeValue(forKey: subscriber) }
  }
}
