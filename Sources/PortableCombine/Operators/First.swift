extension Publisher {
  /// Sends the first value, and finishes.
  @inlinable
  public func first() -> Publishers.First<Self> {
    Publishers.First(upstream: self)
  }
}

extension Publishers {
  /// A publisher that sends the first of another's values, and finishes.
  ///
  /// It asks for everything at once, and cancels the other when the value has come.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.First`.
  @frozen
  public struct First<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are examined.
    public let upstream: Upstream

    /// Makes the publisher; `first()` does the same.
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

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publishers.First {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "First" }

    // Reached by what the upstream sends alone, which is serial.
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
