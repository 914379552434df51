extension Publisher {
  /// Publishes the greatest value, in the given order, when the publisher finishes.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first value is less than the second.
  @inlinable
  public func max(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Publishes the least value, in the given order, when the publisher finishes.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first value is less than the second.
  @inlinable
  public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
  }
}

extension Publisher where Output: Comparable {
  /// Publishes the greatest value when the publisher finishes.
  @inlinable
  public func max() -> Publishers.Comparison<Self> {
    max(by: <)
  }

  /// Publishes the least value when the publisher finishes.
  @inlinable
  public func min() -> Publishers.Comparison<Self> {
    min(by: <)
  }
}

extension Publishers {
  /// A publisher that publishes the greatest upstream value when the upstream finishes.
  ///
  /// Requests unlimited values. Of values that are equal in the order, it publishes the first.
  @frozen
  public struct Comparison<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether the second value is greater than the first.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

    /// Creates the publisher that `max(by:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - areInIncreasingOrder: Returns whether its first argument is less than its second.
    @inlinable
    public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let total = Maximum<Upstream.Output, Failure>(areInIncreasingOrder)
      upstream.subscribe(ReducingSubscriber("Comparison", total, to: subscriber) { $0 })
    }
  }
}

extension Publisher {
  /// Publishes the greatest value, in the given order, when the publisher finishes.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first value is less than the second. If
  ///   it throws, the publisher fails with this error.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Publishes the least value, in the given order, when the publisher finishes.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first value is less than the second. If
  ///   it throws, the publisher fails with this error.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
  }
}

extension Publishers {
  /// A publisher that publishes the greatest upstream value when the upstream finishes, and fails
  /// with the error that its closure throws.
  ///
  /// Requests unlimited values. Of values that are equal in the order, it publishes the first.
  @frozen
  public struct TryComparison<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether the second value is greater than the first.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryMax(by:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - areInIncreasingOrder: Returns whether its first argument is less than its second. If it
    ///     throws, the publisher fails with the error.
    @inlinable
    public init(
      upstream: Upstream,
      areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let total = Maximum<Upstream.Output, Failure>(areInIncreasingOrder)
      upstream.subscribe(ReducingSubscriber("TryComparison", total, to: subscriber) { $0 })
    }
  }
}

/// The greatest value in a given order.
@usableFromInline
final class Maximum<Input, Failure: Error>: Reduction {
  @usableFromInline let areInIncreasingOrder: (Input, Input) throws(Failure) -> Bool
  // Accessed only in calls from the upstream, which are serial or nested. `exchange` stores the
  // new value before the old one is released, whose deinitializer may send.
  @exclusivity(unchecked) @usableFromInline var result: Input?

  @inlinable
  init(_ areInIncreasingOrder: @escaping (Input, Input) throws(Failure) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @inlinable
  func add(_ input: Input) throws(Failure) -> Bool {
    if let greatest = result, !(try areInIncreasingOrder(greatest, input)) { return false }
    withExtendedLifetime(exchange(&result, with: input)) {}
    return false
  }
}
