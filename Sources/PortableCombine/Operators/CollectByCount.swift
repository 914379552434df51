extension Publisher {
  /// Sends the values as arrays of `count`, the last of which may be shorter.
  @inlinable
  public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that sends another's values as arrays of a fixed length.
  ///
  /// For each array that it is asked for it asks for as many values. What is left when the other
  /// finishes is sent as a shorter array; a failure drops it.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.CollectByCount`.
  @frozen
  public struct CollectByCount<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are collected.
    public let upstream: Upstream
    /// How many values an array has.
    public let count: Int

    /// Makes the publisher; `collect(_:)` does the same. `count` must be positive.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "The number of values to collect must be positive.")
      self.upstream = upstream
      self.count = count
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(Inner(downstream: subscriber, count: count))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publishers.CollectByCount {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let count: Int
    // Both are reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var values: [Upstream.Output] = []
    @exclusivity(unchecked) @usableFromInline var subscription: NamedSubscription?

    @usableFromInline var description: String { "CollectByCount" }

    @inlinable
    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      self.count = count
    }

    @inlinable
    func receive(subscription: any Subscription) {
      guard self.subscription == nil else { return subscription.cancel() }
      let named = NamedSubscription("CollectByCount", subscription, times: count)
      self.subscription = named
      downstream.receive(subscription: named)
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      values.append(input)
      if values.count < count { return .none }
      return downstream.receive(takeValues()) * count
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      guard let subscription, !subscription.isOver else { return }
      let rest = takeValues()
      if case .finished = completion, !rest.isEmpty { _ = downstream.receive(rest) }
      // Not before: the subscriber may have cancelled on receiving the rest.
      if subscription.letGo() { downstream.receive(completion: completion) }
    }

    @inlinable
    func takeValues() -> [Upstream.Output] {
      var taken: [Upstream.Output] = []
      swap(&taken, &values)
      return taken
    }
  }
}
