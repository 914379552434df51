extension Publisher where Output: Equatable {
  /// Publishes the values that differ from the previous one.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Publishes the values that are not duplicates of the previous one.
  ///
  /// - Parameter predicate: Returns whether the second value is a duplicate of the first.
  @inlinable
  public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops values that are duplicates of the previous one.
  ///
  /// Requests another value for each value that it drops.
  @frozen
  public struct RemoveDuplicates<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether the second value is a duplicate of the first.
    public let predicate: (Output, Output) -> Bool

    /// Creates the publisher that `removeDuplicates(by:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether two consecutive values are equal.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(Inner(downstream: subscriber, predicate: predicate))
    }
  }
}

extension Publishers.RemoveDuplicates {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let predicate: (Output, Output) -> Bool
    // Accessed only in calls from the upstream, which are serial or nested. `exchange` stores the
    // new value before the old one is released, whose deinitializer may send.
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
      return withExtendedLifetime(exchange(&last, with: input)) { downstream.receive(input) }
    }
  }
}

extension Publisher {
  /// Publishes the values that are not duplicates of the previous one.
  ///
  /// - Parameter predicate: Returns whether the second value is a duplicate of the first. If it
  ///   throws, the publisher fails with this error.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops values that are duplicates of the previous one, and fails with the
  /// error that its closure throws.
  ///
  /// Requests another value for each value that it drops.
  @frozen
  public struct TryRemoveDuplicates<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether the second value is a duplicate of the first.
    public let predicate: (Output, Output) throws -> Bool

    /// Creates the publisher that `tryRemoveDuplicates(by:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether two consecutive values are equal. If it throws, the publisher
    ///     fails with the error.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let last = OperatorState<Output?>(nil)
      upstream.subscribe(
        SteppedSubscriber("TryRemoveDuplicates", to: subscriber, convert: { $0 }) { [predicate] in
          if let last = last.value, try predicate(last, $0) { return .skip }
          last.value = $0
          return .send($0)
        })
    }
  }
}
