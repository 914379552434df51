extension Publisher {
  /// Sends whether a value matches `predicate`, as soon as that is known.
  @inlinable
  public func contains(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.ContainsWhere<Self> {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that sends whether one of another's values matches.
  ///
  /// It asks for everything at once. The first value that matches decides, and the other is
  /// cancelled.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.ContainsWhere`.
  @frozen
  public struct ContainsWhere<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are examined.
    public let upstream: Upstream
    /// What a value is to match.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes the publisher; `contains(where:)` does the same.
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

extension Publishers.ContainsWhere {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "ContainsWhere" }

    @usableFromInline let predicate: (Upstream.Output) -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Bool? = false

    @inlinable
    init(_ predicate: @escaping (Upstream.Output) -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func add(_ input: Upstream.Output) throws(Upstream.Failure) -> Bool {
      guard predicate(input) else { return false }
      result = true
      return true
    }
  }
}
