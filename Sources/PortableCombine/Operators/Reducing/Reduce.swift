extension Publisher {
  /// Combines all values into one, which it publishes when the publisher finishes.
  ///
  /// - Parameters:
  ///   - initialResult: The result without values.
  ///   - nextPartialResult: Combines the previous result and a value into the next result.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(
      upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that combines all upstream values into one, which it publishes when the upstream
  /// finishes.
  ///
  /// Requests unlimited values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Reduce`.
  @frozen
  public struct Reduce<Upstream, Output>: Publisher where Upstream: Publisher {
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The result without values.
    public let initial: Output
    /// Combines the previous result and a value into the next result.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Creates the publisher that `reduce(_:_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - initial: The result before the first value.
    ///   - nextPartialResult: Returns the next result from the previous result and a value.
    @inlinable
    public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        ReducingSubscriber(Total(initial, nextPartialResult), to: subscriber))
    }
  }
}

extension Publishers.Reduce {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "Reduce" }

    // Accessed only in calls from the upstream, which are serial.
    @exclusivity(unchecked) @usableFromInline var total: Output
    @usableFromInline let nextPartialResult: (Output, Upstream.Output) -> Output

    @inlinable
    init(_ total: Output, _ nextPartialResult: @escaping (Output, Upstream.Output) -> Output) {
      self.total = total
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    func add(_ input: Upstream.Output) throws(Upstream.Failure) -> Bool {
      total = nextPartialResult(total, input)
      return false
    }

    @inlinable var result: Output? { total }
  }
}
