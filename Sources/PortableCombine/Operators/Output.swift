extension Publisher {
  /// Passes on the first values, at most `maxLength`, and finishes with the last of them.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    precondition(maxLength >= 0, "The length of a prefix must not be negative.")
    return output(in: 0..<maxLength)
  }

  /// Passes on the value at one place, counted from zero, and finishes.
  @inlinable
  public func output(at index: Int) -> Publishers.Output<Self> {
    precondition(index >= 0, "The place of a value must not be negative.")
    return Publishers.Output(upstream: self, range: index..<index + 1)
  }

  /// Passes on the values at some places, counted from zero, and finishes with the last of them.
  @inlinable
  public func output<R>(in range: R) -> Publishers.Output<Self>
  where R: RangeExpression, R.Bound == Int {
    let range = range.relative(to: 0..<Int.max)
    precondition(range.lowerBound >= 0, "The place of a value must not be negative.")
    return Publishers.Output(upstream: self, range: range)
  }
}

extension Publishers {
  /// A publisher that passes on those of another's values that stand at some places.
  ///
  /// It finishes with the last of them, and cancels the other; of no places, with the first value
  /// that comes. A value before them is asked for anew, so that the subscriber's demand is met.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Output`.
  @frozen
  public struct Output<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// The places of the values passed on, counted from zero.
    public let range: CountableRange<Int>

    /// Makes the publisher; `output(in:)` does the same.
    @inlinable
    public init(upstream: Upstream, range: CountableRange<Int>) {
      self.upstream = upstream
      self.range = range
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(SteppedSubscriber(Step(range), to: subscriber))
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publishers.Output {
  @usableFromInline
  final class Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "Output" }

    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var before: Int
    @exclusivity(unchecked) @usableFromInline var left: Int

    @inlinable
    init(_ range: Range<Int>) {
      before = range.lowerBound
      left = range.count
    }

    @inlinable
    func take(_ input: Output) throws(Upstream.Failure) -> StepResult<Output> {
      if before > 0 {
        before -= 1
        return .skip
      }
      if left == 0 { return .end }
      left -= 1
      return left == 0 ? .last(input) : .send(input)
    }
  }
}
