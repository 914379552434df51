import Locking

/// The storage of a published property.
@usableFromInline
final class PublishedProperty<Value> {
  @usableFromInline
  struct State {
    @usableFromInline var value: Value
    /// The thread that most recently began to set the value.
    @usableFromInline var setter: UInt = 0
    /// The publisher of the changes of the object that the property belongs to.
    @usableFromInline var change: ObservableObjectPublisher?
    /// The subscribers; created with the first one.
    @usableFromInline var broadcast: Broadcast<Value, Never>?
    /// The subscriptions to the publishers that are assigned to this property.
    @usableFromInline var sources: [CombineIdentifier: any Subscription] = [:]

    @inlinable
    init(value: Value) { self.value = value }
  }

  @usableFromInline let state: Locked<State>

  @inlinable
  init(_ value: Value) {
    state = Locked(State(value: value))
  }

  deinit {
    for source in state.withLock({ $0.sources.values }) { source.cancel() }
  }

  @inlinable var value: Value { state.withLock { $0.value } }

  @inlinable var broadcast: Broadcast<Value, Never> {
    state.withLock { state in
      let broadcast = state.broadcast ?? Broadcast("PublishedSubject", latest: state.value)
      state.broadcast = broadcast
      return broadcast
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

  /// Publishes that the object will change, publishes the value, and then sets it.
  ///
  /// As in Combine, this overwrites a value that is set inside those calls. A value that another
  /// thread sets in the meantime is kept, because it is published later.
  @inlinable
  func set(_ value: Value) {
    let thread = currentThread()
    let change = state.withLock { state in
      state.setter = thread
      return state.change
    }
    change?.send()
    let broadcast = state.withLock { $0.broadcast }
    broadcast?.send(value)
    // The replaced value is returned, to be released after unlocking.
    let (isSet, _) = state.withLock { state -> (Bool, Value?) in
      guard state.setter == thread else { return (false, nil) }
      let replaced = state.value
      state.value = value
      return (true, replaced)
    }
    if isSet { broadcast?.keep(value) }
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
