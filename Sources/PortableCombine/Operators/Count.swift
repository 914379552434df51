extension Publisher {
  /// Sends how many values came, once all have come.
  @inlinable
  public func count() -> Publishers.Count<Self> {
    Publishers.Count(upstream: self)
  }
}

extension Publishers {
  /// A publisher that sends how many values another sent, once that has finished.
  ///
  /// It asks for everything at once.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Count`.
  @frozen
  public struct Count<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Int
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are counted.
    public let upstream: Upstream

    /// Makes the publisher; `count()` does the same.
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

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension Publishers.Count {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "Count" }

    // Reached by what the upstream sends alone, which is serial.
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
