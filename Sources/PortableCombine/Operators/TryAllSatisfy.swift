extension Publisher {
  /// Sends whether all values match `predicate`, as soon as that is known. It fails with the error
  /// that it throws.
  @inlinable
  public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that sends whether all of another's values match.
  ///
  /// It asks for everything at once. The first value that does not match decides, and the other is
  /// cancelled.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryAllSatisfy`.
  @frozen
  public struct TryAllSatisfy<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    /// The publisher whose values are examined.
    public let upstream: Upstream
    /// What all values are to match.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes the publisher; `tryAllSatisfy(_:)` does the same.
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

extension Publishers.TryAllSatisfy {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryAllSatisfy" }

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Bool? = true

    @inlinable
    init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func add(_ input: Upstream.Output) throws(any Error) -> Bool {
      if try predicate(input) { return false }
      result = false
      return true
    }
  }
}
