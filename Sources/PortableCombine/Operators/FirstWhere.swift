extension Publisher {
  /// Sends the first value that matches `predicate`, and finishes.
  @inlinable
  public func first(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that sends the first of another's values that matches.
  ///
  /// It asks for everything at once, and cancels the other when the value has come.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.FirstWhere`.
  @frozen
  public struct FirstWhere<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are examined.
    public let upstream: Upstream
    /// What the value is to match.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes the publisher; `first(where:)` does the same.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
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

extension Publishers.FirstWhere {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    // As Combine names it.
    @inlinable static var name: String { "TryFirst" }

    @usableFromInline let predicate: (Upstream.Output) -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Output?

    @inlinable
    init(_ predicate: @escaping (Upstream.Output) -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func add(_ input: Output) throws(Upstream.Failure) -> Bool {
      guard predicate(input) else { return false }
      result = input
      return true
    }
  }
}
