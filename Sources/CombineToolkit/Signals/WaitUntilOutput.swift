import PortableCombine

extension Publisher {
  /// Sleeps until a signal's first value, and subscribes to this publisher then.
  public func wait<S>(untilOutputFrom signal: S) -> Publishers.WaitUntilOutput<Self, S>
  where S: Publisher, S.Failure == Never {
    Publishers.WaitUntilOutput(upstream: self, signal: signal)
  }
}

extension Publishers {
  /// A publisher that subscribes to another one at a signal's first value, and then is that one.
  ///
  /// The signal is cancelled after its first value. One that finishes without any leaves it asleep
  /// for good.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  public struct WaitUntilOutput<Upstream, Signal>: Publisher
  where Upstream: Publisher, Signal: Publisher, Signal.Failure == Never {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher that is subscribed to at the signal.
    public let upstream: Upstream
    /// The signal.
    public let signal: Signal

    /// Makes the publisher; `wait(untilOutputFrom:)` does the same.
    public init(upstream: Upstream, signal: Signal) {
      self.upstream = upstream
      self.signal = signal
    }

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      let upstream = upstream
      // What never ends beside it keeps a signal without a value from being the end.
      Merge(signal.map { _ in }, Empty(completeImmediately: false))
        .first()
        .setFailureType(to: Failure.self)
        .map { upstream }
        .switchToLatest()
        .receive(subscriber: subscriber)
    }
  }
}
