extension Publisher {
  /// Sends the greatest value, by an order of your own, once all have come.
  @inlinable
  public func max(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Sends the least value, by an order of your own, once all have come.
  @inlinable
  public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
  }
}

extension Publisher where Output: Comparable {
  /// Sends the greatest value, once all have come.
  @inlinable
  public func max() -> Publishers.Comparison<Self> {
    max(by: <)
  }

  /// Sends the least value, once all have come.
  @inlinable
  public func min() -> Publishers.Comparison<Self> {
    min(by: <)
  }
}

extension Publishers {
  /// A publisher that sends the greatest of another's values, once that has finished.
  ///
  /// It asks for everything at once. Of values that are equal in order it sends the first.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Comparison`.
  @frozen
  public struct Comparison<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are compared.
    public let upstream: Upstream
    /// Whether the second value is greater than the first.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

    /// Makes the publisher; `max(by:)` does the same.
    @inlinable
    public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        ReducingSubscriber(Total(areInIncreasingOrder), to: subscriber))
    }
  }
}

extension Publishers.Comparison {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "Comparison" }

    @usableFromInline let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Upstream.Output?

    @inlinable
    init(_ areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable
    func add(_ input: Upstream.Output) throws(Upstream.Failure) -> Bool {
      if let greatest = result, !(areInIncreasingOrder(greatest, input)) { return false }
      result = input
      return false
    }
  }
}
