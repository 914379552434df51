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
  /// A publisher that combines all upstream values into one, which it publishes when the upstream finishes.
  ///
  /// Requests unlimited values.
  @frozen
  public struct Reduce<Upstream, Output>: Publisher where Upstream: Publisher {
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

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let total = Accumulation<Upstream.Output, Output, Failure>(initial, adding: nextPartialResult)
      upstream.subscribe(ReducingSubscriber("Reduce", total, to: subscriber) { $0 })
    }
  }
}

extension Publisher {
  /// Combines all values into one, which it publishes when the publisher finishes.
  ///
  /// - Parameters:
  ///   - initialResult: The result without values.
  ///   - nextPartialResult: Combines the previous result and a value into the next result. If it
  ///     throws, the publisher fails with this error.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(
      upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that combines all upstream values into one, which it publishes when the upstream
  /// finishes. It fails with the error that its closure throws.
  ///
  /// Requests unlimited values.
  @frozen
  public struct TryReduce<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// The result without values.
    public let initial: Output
    /// Combines the previous result and a value into the next result.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Creates the publisher that `tryReduce(_:_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - initial: The result before the first value.
    ///   - nextPartialResult: Returns the next result from the previous result and a value. If it
    ///     throws, the publisher fails with the error.
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
      let total = ThrowingAccumulation<Upstream.Output, Output>(initial, adding: nextPartialResult)
      upstream.subscribe(ReducingSubscriber("TryReduce", total, to: subscriber) { $0 })
    }
  }
}

/// A total to which each value is added by a closure that may throw.
///
/// `Accumulation` does not throw, because a conversion of its closure would take 20 instructions for each value.
@usableFromInline
final class ThrowingAccumulation<Input, Output>: Reduction {
  @usableFromInline let addition: (Output, Input) throws -> Output
  // Accessed only in calls from the upstream, which are serial or nested. `exchange` stores the
  // new value before the old one is released, whose deinitializer may send.
  @exclusivity(unchecked) @usableFromInline var total: Output

  @inlinable
  init(_ initial: Output, adding addition: @escaping (Output, Input) throws -> Output) {
    total = initial
    self.addition = addition
  }

  @inlinable
  func add(_ input: Input) throws(any Error) -> Bool {
    withExtendedLifetime(exchange(&total, with: try addition(total, input))) {}
    return false
  }

  @inlinable var result: Output? { total }
}
