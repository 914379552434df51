extension Publisher {
  /// Sends the greatest value, by an order of your own, once all have come. It fails with the error
  /// that `areInIncreasingOrder` throws.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Sends the least value, by an order of your own, once all have come. It fails with the error
  /// that `areInIncreasingOrder` throws.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self) { try areInIncreasingOrder($1, $0) }
  }
}

extension Publishers {
  /// A publisher that sends the greatest of another's values, once that has finished.
  ///
  /// It asks for everything at once. Of values that are equal in order it sends the first.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryComparison`.
  @frozen
  public struct TryComparison<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose values are compared.
    public let upstream: Upstream
    /// Whether the second value is greater than the first.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

    /// Makes the publisher; `tryMax(by:)` does the same.
    @inlinable
    public init(
      upstream: Upstream,
      areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
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

extension Publishers.TryComparison {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryComparison" }

    @usableFromInline let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var result: Upstream.Output?

    @inlinable
    init(_ areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable
    func add(_ input: Upstream.Output) throws(any Error) -> Bool {
      if let greatest = result, !(try areInIncreasingOrder(greatest, input)) { return false }
      result = input
      return false
    }
  }
}
