extension Publisher {
  /// Publishes all values as one array when the publisher finishes.
  @inlinable
  public func collect() -> Publishers.Collect<Self> {
    Publishers.Collect(upstream: self)
  }
}

extension Publishers {
  /// A publisher that publishes all upstream values as one array when the upstream finishes.
  ///
  /// Requests unlimited values, and stores them until then.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Collect`.
  @frozen
  public struct Collect<Upstream>: Publisher where Upstream: Publisher {
    /// The values that this publisher publishes.
    public typealias Output = [Upstream.Output]
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `collect()` returns.
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
      upstream.subscribe(ReducingSubscriber("Collect", Total(), to: subscriber) { $0 })
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publishers.Collect {
  @usableFromInline
  final class Total: Reduction {
    // Accessed only in calls from the upstream, which are serial.
    @exclusivity(unchecked) @usableFromInline var values: [Upstream.Output] = []

    @inlinable
    init() {}

    @inlinable
    func add(_ input: Upstream.Output) throws(Upstream.Failure) -> Bool {
      values.append(input)
      return false
    }

    @inlinable var result: [Upstream.Output]? { values }
  }
}
