import PortableCombine

extension Publisher {
  /// Sleeps until a signal's first value, and subscribes to this publisher then.
  ///
  /// The signal is cancelled after its first value. One that finishes without any leaves the
  /// publisher asleep for good.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  public func wait<S>(untilOutputFrom signal: S) -> AnyPublisher<Output, Failure>
  where S: Publisher, S.Failure == Never {
    // What never ends beside it keeps a signal without a value from being the end.
    Publishers.Merge(signal.map { _ in }, Empty(completeImmediately: false))
      .first()
      .setFailureType(to: Failure.self)
      .map { self }
      .switchToLatest()
      .eraseToAnyPublisher()
  }
}
