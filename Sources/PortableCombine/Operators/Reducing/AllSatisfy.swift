extension Publisher {
  /// Publishes whether all values match `predicate`.
  ///
  /// The first value that does not match decides.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func allSatisfy(
    _ predicate: @escaping (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes a single Boolean value: whether all upstream values match.
  ///
  /// Requests unlimited values. The first value that does not match publishes `false` and cancels
  /// the upstream.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.AllSatisfy`.
  @frozen
  public struct AllSatisfy<Upstream>: Publisher where Upstream: Publisher {
    /// The values that this publisher publishes.
    public typealias Output = Bool
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether a value matches.
    public let predicate: (Upstream.Output) -> Bool

    /// Creates the publisher that `allSatisfy(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether a value matches.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
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
    // Accessed only in calls from the upstream, which are serial.
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
