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

  /// Ends the stream, and returns true, if `decide` returns a completion: cancels the upstreams, then sends it.
  ///
  /// `decide` runs under the lock, so it must not call client code or release its objects.
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

  /// Stores a subscription by `add`, under the lock, and requests its result. Nil, or the end, cancels it.
  @inlinable
  @inline(__always)
  package func connect(
    _ subscription: any Subscription, add: (inout Inputs) -> Subscribers.Demand?
  ) {
    guard let demand = change(add) ?? nil else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  /// Removes all inputs. This locks again, because returning each from the first lock would copy it.
  @inlinable
  func removeInputs() -> Inputs {
    state.withLock { $0.inputs.removeAll() }
  }
}
