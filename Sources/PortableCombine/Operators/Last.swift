extension Publisher {
  /// Sends the last value, and finishes.
  @inlinable
  public func last() -> Publishers.Last<Self> {
    Publishers.Last(upstream: self)
  }
}

extension Publishers {
  /// A publisher that sends the last of another's values, once that has finished.
  ///
  /// It asks for everything at once.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Last`.
  @frozen
  public struct Last<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are examined.
    public let upstream: Upstream

    /// Makes the publisher; `last()` does the same.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(ReducingSubscriber(Total(), to: subscriber))
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension Publishers.Last {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "Last" }

    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Output?

    @inlinable
    init() {}

    @inlinable
    func add(_ input: Output) throws(Upstream.Failure) -> Bool {
      result = input
      return false
    }
  }
}
