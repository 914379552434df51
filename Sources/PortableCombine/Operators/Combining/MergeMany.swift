extension Publisher {
  /// Publishes the values of this publisher and another one of the same type as they arrive.
  ///
  /// - Parameter other: The other publisher.
  @inlinable
  public func merge(with other: Self) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany(self, other)
  }
}

extension Publishers {
  /// A publisher that publishes the values of several publishers as they arrive.
  ///
  /// With limited demand, it requests one value at a time from each publisher, and stores it until it is requested. It
  /// finishes when all publishers have finished, and fails with the first failure.
  public struct MergeMany<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The merged publishers.
    public let publishers: [Upstream]

    /// Creates a publisher that merges the given publishers.
    ///
    /// - Parameter upstream: The upstream publishers.
    @inlinable
    public init(_ upstream: Upstream...) {
      publishers = upstream
    }

    /// Creates a publisher that merges the publishers of a sequence.
    ///
    /// - Parameter upstream: The upstream publishers.
    @inlinable
    public init<S>(_ upstream: S) where Upstream == S.Element, S: Swift.Sequence {
      publishers = Array(upstream)
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let merging = Merging(count: publishers.count, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      if publishers.isEmpty { merging.finishIfDone() }
      for (index, publisher) in publishers.enumerated() {
        publisher.subscribe(merging.side(index))
      }
    }

    /// Merges the values of one more publisher.
    ///
    /// - Parameter other: The other publisher.
    @inlinable
    public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
      Publishers.MergeMany(publishers + [other])
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

extension Publishers.MergeMany: Sendable where Upstream: Sendable {}
