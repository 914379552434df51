extension Publisher where Output: Equatable {
  /// Passes on the values that differ from the one before.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Passes on the values that `predicate` does not find to be the same as the one before.
  @inlinable
  public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that leaves out values that repeat the one before.
  ///
  /// A value left out is asked for anew, so that the subscriber's demand is met.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.RemoveDuplicates`.
  @frozen
  public struct RemoveDuplicates<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// Whether the second value repeats the first.
    public let predicate: (Output, Output) -> Bool

    /// Makes the publisher; `removeDuplicates(by:)` does the same.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      upstream.subscribe(Inner(downstream: subscriber, predicate: predicate))
    }
  }
}

extension Publishers.RemoveDuplicates {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let predicate: (Output, Output) -> Bool
    // Both are reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var last: Output?
    @exclusivity(unchecked) @usableFromInline var isConnected = false

    @usableFromInline var description: String { "RemoveDuplicates" }

    @inlinable
    init(downstream: Downstream, predicate: @escaping (Output, Output) -> Bool) {
      self.downstream = downstream
      self.predicate = predicate
    }

    @inlinable
    func receive(subscription: any Subscription) {
      if isConnected { return subscription.cancel() }
      isConnected = true
      downstream.receive(subscription: NamedSubscription("RemoveDuplicates", subscription))
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
      precondition(isConnected, "A value must not come before the subscription.")
      if let last, predicate(last, input) { return .max(1) }
      last = input
      return downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      downstream.receive(completion: completion)
    }
  }
}
