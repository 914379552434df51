import Locking

/// The state of an operator with several upstreams, under a junction's lock.
@usableFromInline
package protocol JoinedInputs {
  /// Takes everything out, to be cancelled and released after the lock.
  mutating func removeAll() -> Self

  /// Cancels the upstreams that have not finished, once all was taken out.
  func cancel()
}

extension Junction where Inputs: JoinedInputs {
  /// Ends it, and cancels the upstreams.
  @inlinable
  package func cancel() {
    guard end({ _ in true }) == true else { return }
    takeInputs().cancel()
  }

  /// Ends it with the completion that `decide` returns: cancels the remaining upstreams, then sends
  /// the completion. Returns whether it did.
  ///
  /// `decide` runs under the lock: it must neither call client code nor release its objects.
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
    takeInputs().cancel()
    complete(with: completion, isLooped: isLooped)
    return true
  }

  /// Takes everything out, once it is over. By a second look at the state, since to return all the
  /// inputs as an optional from the first would copy each of them.
  @inlinable
  func takeInputs() -> Inputs {
    state.withLock { $0.inputs.removeAll() }
  }
}
