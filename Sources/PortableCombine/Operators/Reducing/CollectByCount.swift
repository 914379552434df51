extension Publisher {
  /// Publishes the values in arrays of `count` elements; the last array can be shorter.
  ///
  /// - Parameter count: The number of elements of an array; positive.
  @inlinable
  public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream's values in arrays of a fixed length.
  ///
  /// Requests `count` values for each array that the subscriber requests. When the upstream finishes, the remaining
  /// values are published as a shorter array. If it fails, they are dropped.
  @frozen
  public struct CollectByCount<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of elements of an array.
    public let count: Int

    /// Creates the publisher that `collect(_:)` returns.
    ///
    /// `count` must be positive.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - count: The greatest number of values in an array.
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
    // Accessed only in calls from the upstream, which are serial or nested.
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
      return downstream.receive(removeValues()) * count
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      guard let subscription, !subscription.isOver else { return }
      let rest = removeValues()
      if case .finished = completion, !rest.isEmpty { _ = downstream.receive(rest) }
      // Checked only now, because the subscriber may cancel when it receives the remaining values.
      if subscription.release() { downstream.receive(completion: completion) }
    }

    @inlinable
    func removeValues() -> [Upstream.Output] {
      exchange(&values, with: [])
    }
  }
}

extension Publishers.CollectByCount: Sendable where Upstream: Sendable {}
