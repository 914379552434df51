extension Publisher {
  /// Publishes values until another publisher sends one, and then finishes.
  ///
  /// - Parameter publisher: The publisher whose first value ends the result.
  @inlinable
  public func prefix<P>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P>
  where P: Publisher {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream's values until another publisher sends one, and then finishes.
  ///
  /// A completion of the other publisher has no effect.
  @frozen
  public struct PrefixUntilOutput<Upstream, Other>: Publisher
  where Upstream: Publisher, Other: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher whose first value finishes this one.
    public let other: Other

    /// Creates the publisher that `prefix(untilOutputFrom:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - other: The publisher whose first value ends the publisher.
    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let signalling = Signalling("PrefixUntilOutput", isPassing: true, to: Outlet(subscriber))
      // A completion without a value has no effect: values are already passed on.
      other.subscribe(
        Signalling.Signal<Other.Output, Other.Failure>(of: signalling) { _ in .finished })
      upstream.subscribe(signalling)
      signalling.request(signalling.junction.handOver(signalling, to: subscriber))
    }
  }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
  /// Drops values until another publisher sends one.
  ///
  /// - Parameter publisher: The publisher whose first value ends dropping.
  @inlinable
  public func drop<P>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
  where P: Publisher, Failure == P.Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that drops the upstream's values until another publisher sends one.
  ///
  /// A dropped value uses up demand. A failure of either publisher fails this one. If the other
  /// publisher finishes without a value, this one finishes.
  @frozen
  public struct DropUntilOutput<Upstream, Other>: Publisher
  where Upstream: Publisher, Other: Publisher, Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher whose first value ends the dropping.
    public let other: Other

    /// Creates the publisher that `drop(untilOutputFrom:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - other: The publisher whose first value ends dropping.
    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let signalling = Signalling("DropUntilOutput", isPassing: false, to: Outlet(subscriber))
      subscriber.receive(subscription: signalling)
      other.subscribe(Signalling.Signal<Other.Output, Failure>(of: signalling) { $0 })
      upstream.subscribe(signalling)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publishers.PrefixUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}

extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}
