extension Publisher {
  /// Sends the first value that matches `predicate`, and finishes. It fails with the error that
  /// it throws.
  @inlinable
  public func tryFirst(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that sends the first of another's values that matches.
  ///
  /// It asks for everything at once, and cancels the other when the value has come.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryFirstWhere`.
  @frozen
  public struct TryFirstWhere<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose values are examined.
    public let upstream: Upstream
    /// What the value is to match.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes the publisher; `tryFirst(where:)` does the same.
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

extension Publishers.TryFirstWhere {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryFirstWhere" }

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Output?

    @inlinable
    init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func add(_ input: Output) throws(any Error) -> Bool {
      guard try predicate(input) else { return false }
      result = input
      return true
    }
  }
}
