extension Publisher {
  /// Sends the running total of the values.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that sends the running total of another's values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Scan`.
  @frozen
  public struct Scan<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are added.
    public let upstream: Upstream
    /// The total before the first value, which is not sent.
    public let initialResult: Output
    /// The total with one more value.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Makes the publisher; `scan(_:_:)` does the same.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Inner(downstream: subscriber, total: initialResult, nextPartialResult: nextPartialResult))
    }
  }
}

extension Publishers.Scan {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let nextPartialResult: (Output, Upstream.Output) -> Output
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var total: Output

    @usableFromInline var description: String { "Scan" }

    @inlinable
    init(
      downstream: Downstream, total: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.downstream = downstream
      self.total = total
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    func receive(subscription: any Subscription) {
      downstream.receive(subscription: subscription)
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      let next = nextPartialResult(total, input)
      total = next
      return downstream.receive(next)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      downstream.receive(completion: completion)
    }
  }
}
