import PlayheadLocking

/// The state of an operator with several upstreams, protected by a junction's lock.
@usableFromInline
package protocol JunctionInputs {
  /// Removes and returns the state, which the caller cancels and releases after unlocking.
  mutating func removeAll() -> Self

  /// Cancels the upstreams that have not finished. Called on the removed state.
  func cancel()
}

extension Junction where Inputs: JunctionInputs {
  /// Ends the stream, and cancels the upstreams.
  @inlinable
  package func cancel() {
    let wasOver = state.withLock { exchange(&$0.isOver, with: true) }
    _ = outlet.revoke()
    if !wasOver { removeInputs().cancel() }
  }

  /// Ends the stream if `decide` returns a completion: cancels the remaining upstreams, and then
  /// sends the completion.
  ///
  /// `decide` runs under the lock, so it must not call client code or release its objects.
  ///
  /// - Returns: Whether this call ended the stream.
  @discardableResult
  @inlinable
  package func finish(
    isLooped: Bool = false, if decide: (inout Inputs) -> Subscribers.Completion<Failure>?
  ) -> Bool {
    let completion = state.withLock { state -> Subscribers.Completion<Failure>? in
      if state.isOver { return nil }
      let completion = decide(&state.inputs)
      if completion != nil { state.isOver = true }
      return completion
    }
    guard let completion else { return false }
    removeInputs().cancel()
    complete(with: completion, isLooped: isLooped)
    return true
  }

  /// Stores an upstream's subscription, and requests the demand that `add` returns.
  ///
  /// `add` runs under the lock. If it returns nil, or if the stream is over, the subscription is
  /// cancelled.
  @inlinable
  @inline(__always)
  package func connect(
    _ subscription: any Subscription, add: (inout Inputs) -> Subscribers.Demand?
  ) {
    guard let demand = change(add) ?? nil else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  /// Removes all inputs after the end. This locks a second time, because returning all inputs as an
  /// optional from the first lock would copy each of them.
  @inlinable
  func removeInputs() -> Inputs {
    state.withLock { $0.inputs.removeAll() }
  }
}
