extension Publisher {
  /// Publishes at most the first `maxLength` values, and finishes.
  ///
  /// - Parameter maxLength: The largest number of values; not negative.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "The length of a prefix must not be negative.")
    return output(in: 0..<maxLength)
  }

  /// Publishes the value at an index, and finishes.
  ///
  /// - Parameter index: The index of the value, counted from zero; not negative.
  @inlinable
  public func output(at index: Int) -> Publishers.Output<Self> {
    precondition(index >= 0, "The place of a value must not be negative.")
    // The value with the largest index never arrives.
    return Publishers.Output(upstream: self, range: index..<(index == .max ? index : index + 1))
  }

  /// Publishes the values whose indices are in `range`, and finishes.
  ///
  /// - Parameter range: The indices of the values, counted from zero; not negative.
  @inlinable
  public func output<R>(in range: R) -> Publishers.Output<Self>
  where R: RangeExpression, R.Bound == Int {
    let range = range.relative(to: 0..<Int.max)
    precondition(range.lowerBound >= 0, "The place of a value must not be negative.")
    return Publishers.Output(upstream: self, range: range)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream values whose indices are in a range.
  ///
  /// It finishes after the last value of the range, and cancels the upstream. With an empty range, it finishes when the
  /// first value arrives. It requests another value for each value before the range.
  @frozen
  public struct Output<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The indices of the values to publish, counted from zero.
    public let range: CountableRange<Int>

    /// Creates the publisher that `output(in:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - range: The indices of the values to publish.
    @inlinable
    public init(upstream: Upstream, range: CountableRange<Int>) {
      self.upstream = upstream
      self.range = range
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let before = OperatorState(range.lowerBound)
      let left = OperatorState(range.count)
      upstream.subscribe(
        SteppedSubscriber("Output", to: subscriber, convert: { $0 }) { input throws(Failure) in
          if before.value > 0 {
            before.value -= 1
            return .skip
          }
          if left.value == 0 { return .end }
          left.value -= 1
          return left.value == 0 ? .last(input) : .send(input)
        })
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publishers.Output: Sendable where Upstream: Sendable {}
