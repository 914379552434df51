extension Publisher {
  /// Sends the total of all values, once they have come. It fails with the error that
  /// `nextPartialResult` throws.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(
      upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that sends the total of another's values, once that has finished.
  ///
  /// It asks for everything at once.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryReduce`.
  @frozen
  public struct TryReduce<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = any Error

    /// The publisher whose values are added.
    public let upstream: Upstream
    /// The total of no values.
    public let initial: Output
    /// The total with one more value.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Makes the publisher; `tryReduce(_:_:)` does the same.
    @inlinable
    public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        ReducingSubscriber(Total(initial, nextPartialResult), to: subscriber))
    }
  }
}

extension Publishers.TryReduce {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryReduce" }

    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var total: Output
    @usableFromInline let nextPartialResult: (Output, Upstream.Output) throws -> Output

    @inlinable
    init(_ total: Output, _ nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output)
    {
      self.total = total
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    func add(_ input: Upstream.Output) throws(any Error) -> Bool {
      total = try nextPartialResult(total, input)
      return false
    }

    @inlinable var result: Output? { total }
  }
}
