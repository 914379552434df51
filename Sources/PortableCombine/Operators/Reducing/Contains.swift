extension Publisher where Output: Equatable {
  /// Publishes whether `output` is among the values.
  ///
  /// The first equal value decides.
  ///
  /// - Parameter output: The value to search for.
  @inlinable
  public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that publishes a single Boolean value: whether the upstream sends a given value.
  ///
  /// Requests unlimited values. The first equal value publishes `true` and cancels the upstream.
  @frozen
  public struct Contains<Upstream>: Publisher
  where Upstream: Publisher, Upstream.Output: Equatable {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The value to find.
    public let output: Upstream.Output

    /// Creates the publisher that `contains(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - output: The value to search for.
    @inlinable
    public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let total = Verdict<Upstream.Output, Failure>(decidedBy: true) { [output] in $0 == output }
      upstream.subscribe(ReducingSubscriber("Contains", total, to: subscriber) { $0 })
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publishers.Contains: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
