extension Publisher {
  /// Publishes `output` if the publisher finishes without a value.
  ///
  /// - Parameter output: The value to publish if there is no value.
  @inlinable
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that publishes a value if the upstream finishes without one.
  @frozen
  public struct ReplaceEmpty<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The value to publish if the upstream has none.
    public let output: Upstream.Output
    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `replaceEmpty(with:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - output: The value to publish if there is no value.
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

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
}

extension Publishers.ReplaceEmpty {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let output: Upstream.Output
    // Accessed only in calls from the upstream, which are serial or nested.
    @exclusivity(unchecked) @usableFromInline
    var ending: FinalValue<Output, Failure>?
    @exclusivity(unchecked) @usableFromInline var isEmpty = true

    @usableFromInline var description: String { "ReplaceEmpty" }

    @inlinable
    init(downstream: Downstream, output: Upstream.Output) {
      self.downstream = downstream
      self.output = output
    }

    @inlinable
    func receive(subscription: any Subscription) {
      guard ending == nil else { return subscription.cancel() }
      let ending = FinalValue(
        "ReplaceEmpty", upstream: subscription, passesRequestsOn: true, to: downstream)
      self.ending = ending
      downstream.receive(subscription: ending.subscription)
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      isEmpty = false
      return downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      if isEmpty, case .finished = completion {
        ending?.finish(with: output)
      } else {
        ending?.complete(completion)
      }
    }
  }
}

extension Publishers.ReplaceEmpty: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
