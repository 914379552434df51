extension Publisher {
  /// Leaves out the first values, as many as `count`.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that leaves out the first of another's values.
  ///
  /// It asks for those itself, on top of what it is asked for.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Drop`.
  @frozen
  public struct Drop<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// How many values are left out.
    public let count: Int

    /// Makes the publisher; `dropFirst(_:)` does the same. `count` must not be negative.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      precondition(count >= 0, "The number of values to drop must not be negative.")
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

extension Publishers.Drop: Equatable where Upstream: Equatable {}

extension Publishers.Drop {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    // Both are reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var left: Int
    @exclusivity(unchecked) @usableFromInline var isConnected = false

    @usableFromInline var description: String { "Drop" }

    @inlinable
    init(downstream: Downstream, count: Int) {
      self.downstream = downstream
      left = count
    }

    @inlinable
    func receive(subscription: any Subscription) {
      if isConnected { return subscription.cancel() }
      isConnected = true
      // Before the subscriber may ask for values: then they can come.
      let dropped = left
      let named = NamedSubscription("Drop", subscription)
      downstream.receive(subscription: named)
      if dropped > 0 { named.request(.max(dropped)) }
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      if left > 0 {
        left -= 1
        return .none
      }
      return downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      downstream.receive(completion: completion)
    }
  }
}
