extension Publisher {
  /// Sends all values as one array, once they have come.
  @inlinable
  public func collect() -> Publishers.Collect<Self> {
    Publishers.Collect(upstream: self)
  }
}

extension Publishers {
  /// A publisher that sends all of another's values as one array, once that has finished.
  ///
  /// It asks for everything at once, and keeps it.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Collect`.
  @frozen
  public struct Collect<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are collected.
    public let upstream: Upstream

    /// Makes the publisher; `collect()` does the same.
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

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publishers.Collect {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "Collect" }

    // Reached by what the upstream sends alone, which is serial.
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
