import Locking

/// The storage of a published property.
@usableFromInline
final class PublishedProperty<Value> {
  @usableFromInline
  struct State {
    @usableFromInline var value: Value
    /// The thread that began to set the value last.
    @usableFromInline var setter: UInt = 0
    /// Tells that the object will change whose property this is.
    @usableFromInline var change: ObservableObjectPublisher?
    /// Made when somebody subscribes.
    @usableFromInline var broadcast: Broadcast<Value, Never>?
    /// What publishers that are assigned here are held by.
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

  /// Remembers the publisher of the object's changes, if there is one and it is not known yet.
  @inlinable
  func follow(_ findChange: () -> ObservableObjectPublisher?) {
    if state.withLock({ $0.change != nil }) { return }
    guard let change = findChange() else { return }
    state.withLock { state in
      if state.change == nil { state.change = change }
    }
  }

  /// Tells that the object will change, publishes the value, and sets it then.
  ///
  /// What is set from inside that is overwritten, as in Combine. What another thread sets meanwhile
  /// stays, since it is published later.
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
    // The value replaced is returned, so that it is not released under the lock.
    let (isSet, _) = state.withLock { state -> (Bool, Value?) in
      guard state.setter == thread else { return (false, nil) }
      let replaced = state.value
      state.value = value
      return (true, replaced)
    }
    if isSet { broadcast?.keep(value) }
  }

  // MARK: Publishers assigned to it

  /// Holds a publisher's subscription until its end, or the end of this.
  @usableFromInline
  func hold(_ subscription: any Subscription, of subscriber: CombineIdentifier) {
    state.withLock { $0.sources[subscriber] = subscription }
  }

  /// Lets go of the subscription of a publisher that has completed.
  @usableFromInline
  func letGo(of subscriber: CombineIdentifier) {
    _ = state.withLock { $0.sources.removeValue(forKey: subscriber) }
  }
}
