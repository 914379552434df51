extension Publisher {
  /// Publishes the first value, and finishes.
  @inlinable
  public func first() -> Publishers.First<Self> {
    Publishers.First(upstream: self)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream's first value, and finishes.
  ///
  /// Requests unlimited values, and cancels the upstream after the first one.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.First`.
  @frozen
  public struct First<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `first()` returns.
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
      upstream.subscribe(ReducingSubscriber(Total(), to: subscriber))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publishers.First {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "First" }

    // Accessed only in calls from the upstream, which are serial.
    @exclusivity(unchecked) @usableFromInline var result: Output?

    @inlinable
    init() {}

    @inlinable
    func add(_ input: Output) throws(Upstream.Failure) -> Bool {
      result = input
      return true
    }
  }
}
