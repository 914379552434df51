import PortableCombine

extension Publisher {
  /// Returns a publisher that subscribes to this one after the first value of a signal.
  ///
  /// The signal is cancelled after its first value. If it finishes without a value, the publisher never sends anything.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  ///
  /// - Parameter signal: The signal. Its values are ignored.
  /// - Returns: A publisher of the values of this one.
  public func wait<S>(untilOutputFrom signal: S) -> AnyPublisher<Output, Failure>
  where S: Publisher, S.Failure == Never {
    // Merged with a publisher that never ends, so that a signal without a value does not end this.
    Publishers.Merge(signal.map { _ in }, Empty(completeImmediately: false))
      .first()
      .setFailureType(to: Failure.self)
      .map { self }
      .switchToLatest()
      .eraseToAnyPublisher()
  }
}
