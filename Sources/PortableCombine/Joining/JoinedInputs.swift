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
    end { $0.removeAll() }?.cancel()
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
    let decision = state.withLock { state -> (Subscribers.Completion<Failure>, Inputs)? in
      guard !state.isOver, let completion = decide(&state.inputs) else { return nil }
      state.isOver = true
      return (completion, state.inputs.removeAll())
    }
    guard let (completion, rest) = decision else { return false }
    rest.cancel()
    complete(with: completion, isLooped: isLooped)
    return true
  }
}
