extension Publisher {
  /// Drops the first `count` values.
  ///
  /// - Parameter count: The number of values to drop; not negative.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that drops the upstream's first values.
  ///
  /// Requests the dropped values in addition to the subscriber's demand.
  @frozen
  public struct Drop<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of values to drop.
    public let count: Int

    /// Creates the publisher that `dropFirst(_:)` returns.
    ///
    /// A subscription traps if `count` is negative.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - count: The number of values to drop.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      precondition(count >= 0, "The number of values to drop must not be negative.")
      upstream.subscribe(Inner(downstream: subscriber, count: count))
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

extension Publishers.Drop {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    // Accessed only in calls from the upstream, which are serial or nested.
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
      // Read before the subscriber can request values, because these may arrive immediately.
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
  }
}

extension Publishers.Drop: Sendable where Upstream: Sendable {}
