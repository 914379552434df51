extension Publisher {
  /// Sends the last value that matches `predicate`, and finishes.
  @inlinable
  public func last(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that sends the last of another's values that matches, once that has finished.
  ///
  /// It asks for everything at once.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.LastWhere`.
  @frozen
  public struct LastWhere<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are examined.
    public let upstream: Upstream
    /// What the value is to match.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes the publisher; `last(where:)` does the same.
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

extension Publishers.LastWhere {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "LastWhere" }

    @usableFromInline let predicate: (Upstream.Output) -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Output?

    @inlinable
    init(_ predicate: @escaping (Upstream.Output) -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func add(_ input: Output) throws(Upstream.Failure) -> Bool {
      if predicate(input) { result = input }
      return false
    }
  }
}
