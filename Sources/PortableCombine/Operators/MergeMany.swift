extension Publisher {
  /// Sends the values of this publisher and of another of its type, as they come.
  @inlinable
  public func merge(with other: Self) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany(self, other)
  }
}

extension Publishers {
  /// A publisher that sends the values of several others, as they come.
  ///
  /// While the demand is limited it asks each of them for one value at a time, and keeps that
  /// until it is asked for. It finishes with the last of them, and fails with the first that does.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.MergeMany`.
  public struct MergeMany<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publishers whose values are sent.
    public let publishers: [Upstream]

    /// Makes a publisher of some others.
    @inlinable
    public init(_ upstream: Upstream...) {
      publishers = upstream
    }

    /// Makes a publisher of a sequence of others.
    @inlinable
    public init<S>(_ upstream: S) where Upstream == S.Element, S: Swift.Sequence {
      publishers = Array(upstream)
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      let merging = Merging(count: publishers.count, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      if publishers.isEmpty { merging.finishIfDone() }
      for (index, publisher) in publishers.enumerated() {
        publisher.subscribe(merging.side(index))
      }
    }

    /// A publisher that sends the values of one more.
    @inlinable
    public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
      Publishers.MergeMany(publishers + [other])
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
