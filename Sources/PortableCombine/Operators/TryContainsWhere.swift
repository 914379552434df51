extension Publisher {
  /// Sends whether a value matches `predicate`, as soon as that is known. It fails with the error
  /// that it throws.
  @inlinable
  public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that sends whether one of another's values matches.
  ///
  /// It asks for everything at once. The first value that matches decides, and the other is
  /// cancelled.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryContainsWhere`.
  @frozen
  public struct TryContainsWhere<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    /// The publisher whose values are examined.
    public let upstream: Upstream
    /// What a value is to match.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes the publisher; `tryContains(where:)` does the same.
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

extension Publishers.TryContainsWhere {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryContainsWhere" }

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Bool? = false

    @inlinable
    init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func add(_ input: Upstream.Output) throws(any Error) -> Bool {
      guard try predicate(input) else { return false }
      result = true
      return true
    }
  }
}
