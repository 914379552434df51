extension Publisher {
  /// Publishes the number of values when the publisher finishes.
  @inlinable
  public func count() -> Publishers.Count<Self> {
    Publishers.Count(upstream: self)
  }
}

extension Publishers {
  /// A publisher that publishes the number of upstream values when the upstream finishes.
  ///
  /// Requests unlimited values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Count`.
  @frozen
  public struct Count<Upstream>: Publisher where Upstream: Publisher {
    /// The values that this publisher publishes.
    public typealias Output = Int
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `count()` returns.
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

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension Publishers.Count {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "Count" }

    // Accessed only in calls from the upstream, which are serial.
    @exclusivity(unchecked) @usableFromInline var count: Int = 0

    @inlinable
    init() {}

    @inlinable
    func add(_ input: Upstream.Output) throws(Upstream.Failure) -> Bool {
      count += 1
      return false
    }

    @inlinable var result: Int? { count }
  }
}
