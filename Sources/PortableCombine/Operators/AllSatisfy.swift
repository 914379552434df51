extension Publisher {
  /// Sends whether all values match `predicate`, as soon as that is known.
  @inlinable
  public func allSatisfy(
    _ predicate: @escaping (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that sends whether all of another's values match.
  ///
  /// It asks for everything at once. The first value that does not match decides, and the other is
  /// cancelled.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.AllSatisfy`.
  @frozen
  public struct AllSatisfy<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are examined.
    public let upstream: Upstream
    /// What all values are to match.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes the publisher; `allSatisfy(_:)` does the same.
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

extension Publishers.AllSatisfy {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "AllSatisfy" }

    @usableFromInline let predicate: (Upstream.Output) -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Bool? = true

    @inlinable
    init(_ predicate: @escaping (Upstream.Output) -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func add(_ input: Upstream.Output) throws(Upstream.Failure) -> Bool {
      if predicate(input) { return false }
      result = false
      return true
    }
  }
}
