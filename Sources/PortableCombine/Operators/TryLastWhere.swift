extension Publisher {
  /// Sends the last value that matches `predicate`, and finishes. It fails with the error that
  /// it throws.
  @inlinable
  public func tryLast(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that sends the last of another's values that matches, once that has finished.
  ///
  /// It asks for everything at once.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryLastWhere`.
  @frozen
  public struct TryLastWhere<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose values are examined.
    public let upstream: Upstream
    /// What the value is to match.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes the publisher; `tryLast(where:)` does the same.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(ReducingSubscriber(Total(predicate), to: subscriber))
    }
  }
}

extension Publishers.TryLastWhere {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryLastWhere" }

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Output?

    @inlinable
    init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func add(_ input: Output) throws(any Error) -> Bool {
      if try predicate(input) { result = input }
      return false
    }
  }
}
