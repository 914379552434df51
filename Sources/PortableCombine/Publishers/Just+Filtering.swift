extension Just {
  /// Sends the value if it is included.
  @inlinable
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(isIncluded(output) ? output : nil)
  }

  /// Sends the value unless it matches.
  @inlinable
  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(predicate(output) ? nil : output)
  }

  /// Sends the value unless it is among the first `count`.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    precondition(count >= 0, "The number of values to drop must not be negative.")
    return Optional<Output>.Publisher(count > 0 ? nil : output)
  }

  /// Sends the value if it is among the first `maxLength`.
  @inlinable
  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    precondition(maxLength >= 0, "The length of a prefix must not be negative.")
    return Optional<Output>.Publisher(maxLength > 0 ? output : nil)
  }

  /// Sends the value if it matches.
  @inlinable
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(predicate(output) ? output : nil)
  }

  /// Sends the value if `index` is zero.
  @inlinable
  public func output(at index: Int) -> Optional<Output>.Publisher {
    precondition(index >= 0, "The place of a value must not be negative.")
    return Optional<Output>.Publisher(index == 0 ? output : nil)
  }

  /// Sends the value if `range` contains zero.
  @inlinable
  public func output<R>(in range: R) -> Optional<Output>.Publisher
  where R: RangeExpression, R.Bound == Int {
    let range = range.relative(to: 0..<Int.max)
    // As in Combine, one that begins below zero does not contain it.
    return Optional<Output>.Publisher(range.lowerBound == 0 && !range.isEmpty ? output : nil)
  }

  /// Sends the value, which is the first.
  @inlinable
  public func first() -> Just<Output> {
    self
  }

  /// Sends the value if it matches.
  @inlinable
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(predicate(output) ? output : nil)
  }

  /// Sends the value, which is the last.
  @inlinable
  public func last() -> Just<Output> {
    self
  }

  /// Sends the value if it matches.
  @inlinable
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(predicate(output) ? output : nil)
  }

  /// Leaves out the value.
  @inlinable
  public func ignoreOutput() -> Empty<Output, Just<Output>.Failure> {
    Empty()
  }

  /// Sends the value, which repeats none.
  @inlinable
  public func removeDuplicates(
    by predicate: (Output, Output) -> Bool
  ) -> Just<Output> {
    self
  }

  /// Sends the value, which repeats none; fails with the error that `predicate` throws for it.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { try ($0, predicate($0, $0)).0 }
  }
}
