extension Publisher {
  /// Drops all values, and publishes only the completion.
  @inlinable
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  /// A publisher that drops the upstream's values, and publishes only its completion.
  ///
  /// Requests unlimited values, regardless of the subscriber's demand.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.IgnoreOutput`.
  @frozen
  public struct IgnoreOutput<Upstream>: Publisher where Upstream: Publisher {
    /// The values that this publisher publishes.
    public typealias Output = Never
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `ignoreOutput()` returns.
    ///
    /// - Parameter upstream: The upstream publisher.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        ReducingSubscriber("IgnoreOutput", Total(), to: subscriber, waitsForDemand: false) { $0 })
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publishers.IgnoreOutput {
  @frozen
  @usableFromInline
  struct Total: Reduction {
    @inlinable
    init() {}

    @inlinable
    func add(_ input: Upstream.Output) throws(Upstream.Failure) -> Bool { false }

    @inlinable var result: Never? { nil }
  }
}
