extension Publisher where Output: Equatable {
  /// Sends whether `output` is among the values, as soon as that is known.
  @inlinable
  public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that sends whether a value is among another's.
  ///
  /// It asks for everything at once. The value decides when it comes, and the other is cancelled.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Contains`.
  @frozen
  public struct Contains<Upstream>: Publisher
  where Upstream: Publisher, Upstream.Output: Equatable {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are examined.
    public let upstream: Upstream
    /// The value looked for.
    public let output: Upstream.Output

    /// Makes the publisher; `contains(_:)` does the same.
    @inlinable
    public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(ReducingSubscriber(Total(output), to: subscriber))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publishers.Contains {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "Contains" }

    @usableFromInline let output: Upstream.Output
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Bool? = false

    @inlinable
    init(_ output: Upstream.Output) {
      self.output = output
    }

    @inlinable
    func add(_ input: Upstream.Output) throws(Upstream.Failure) -> Bool {
      guard input == output else { return false }
      result = true
      return true
    }
  }
}
