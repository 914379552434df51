extension Publisher {
  /// Shares one subscription to this publisher among many subscribers.
  @inlinable
  public func share() -> Publishers.Share<Self> {
    Publishers.Share(upstream: self)
  }
}

extension Publishers {
  /// A publisher that shares one subscription to its upstream among all its subscribers.
  ///
  /// It subscribes to the upstream when the first subscriber subscribes, and cancels when the last
  /// one cancels. Two publishers are equal if they are the same object.
  public final class Share<Upstream>: Publisher, Equatable where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    @usableFromInline
    let shared:
      Publishers.Autoconnect<
        Publishers.Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>
      >

    /// Creates the publisher that `share()` returns.
    ///
    /// - Parameter upstream: The upstream publisher.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
      shared = upstream.multicast(subject: PassthroughSubject()).autoconnect()
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      shared.subscribe(subscriber)
    }

    @inlinable
    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}

/// Unchecked because the compiler does not see the lock of the shared subscription.
extension Publishers.Share: @unchecked Sendable where Upstream: Sendable, Output: Sendable {}
