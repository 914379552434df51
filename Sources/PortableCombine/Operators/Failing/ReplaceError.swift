extension Publisher {
  /// Replaces a failure with `output`, and finishes.
  ///
  /// - Parameter output: The value that replaces an error.
  @inlinable
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that replaces the upstream's failure with a value, and finishes.
  ///
  /// The value is sent when it is requested.
  @frozen
  public struct ReplaceError<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    /// The value to publish instead of a failure.
    public let output: Upstream.Output
    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `replaceError(with:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - output: The value that replaces an error.
    @inlinable
    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(Inner(downstream: subscriber, output: output))
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
}

extension Publishers.ReplaceError {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Never {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let output: Upstream.Output
    // Accessed only in calls from the upstream, which are serial or nested.
    @exclusivity(unchecked) @usableFromInline
    var ending: FinalValue<Output, Never>?

    @usableFromInline var description: String { "ReplaceError" }

    @inlinable
    init(downstream: Downstream, output: Upstream.Output) {
      self.downstream = downstream
      self.output = output
    }

    @inlinable
    func receive(subscription: any Subscription) {
      guard ending == nil else { return subscription.cancel() }
      let ending = FinalValue(
        "ReplaceError", upstream: subscription, passesRequestsOn: true, to: downstream)
      self.ending = ending
      downstream.receive(subscription: ending.subscription)
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      // Counts the delivered value, so that the remaining demand is known if the upstream fails.
      _ = ending?.subscription.ledger.spend(owing: false)
      let more = downstream.receive(input)
      if more > .none { ending?.subscription.add(more) }
      return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      switch completion {
      case .finished: ending?.complete(.finished)
      case .failure: ending?.finish(with: output)
      }
    }
  }
}

extension Publishers.ReplaceError: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
