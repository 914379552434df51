import PortableCombine

extension Publishers {
  /// A publisher that makes another one anew at each value of a signal, and sends its values; the
  /// one before is cancelled.
  ///
  /// Before the signal's first value it sends nothing. A publisher that finishes is not the end
  /// while the signal may come; one that fails is.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  public struct Publish<Signal, P>: Publisher
  where Signal: Publisher, P: Publisher, Signal.Failure == Never {
    public typealias Output = P.Output
    public typealias Failure = P.Failure

    /// The signal; its values do not matter.
    public let signal: Signal
    /// What makes the publisher: called once for each value of the signal, on its thread.
    public let publisher: () -> P

    /// Makes the publisher.
    public init(onOutputFrom signal: Signal, _ publisher: @escaping () -> P) {
      self.signal = signal
      self.publisher = publisher
    }

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      let publisher = publisher
      signal.map { _ in publisher() }
        .setFailureType(to: Failure.self)
        .switchToLatest()
        .receive(subscriber: subscriber)
    }
  }
}
