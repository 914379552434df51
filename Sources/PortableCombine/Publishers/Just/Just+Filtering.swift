extension Just {
  /// Publishes the value if `isIncluded` returns true.
  ///
  /// - Parameter isIncluded: Returns whether to publish a value.
  @inlinable
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(isIncluded(output) ? output : nil)
  }

  /// Publishes the value unless it matches.
  ///
  /// - Parameter predicate: Returns whether to drop a value. Not called after it has returned
  ///   false.
  @inlinable
  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(predicate(output) ? nil : output)
  }

  /// Publishes the value only if `count` is zero.
  ///
  /// - Parameter count: The number of values to drop.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    precondition(count >= 0, "The number of values to drop must not be negative.")
    return Optional<Output>.Publisher(count > 0 ? nil : output)
  }

  /// Publishes the value unless `maxLength` is zero.
  ///
  /// - Parameter maxLength: The greatest number of values to publish.
  @inlinable
  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    precondition(maxLength >= 0, "The length of a prefix must not be negative.")
    return Optional<Output>.Publisher(maxLength > 0 ? output : nil)
  }

  /// Publishes the value if it matches.
  ///
  /// - Parameter predicate: Returns whether to publish a value. The publisher finishes when it
  ///   returns false.
  @inlinable
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(predicate(output) ? output : nil)
  }

  /// Publishes the value if `index` is zero.
  ///
  /// - Parameter index: The index of the value to publish.
  @inlinable
  public func output(at index: Int) -> Optional<Output>.Publisher {
    precondition(index >= 0, "The place of a value must not be negative.")
    return Optional<Output>.Publisher(index == 0 ? output : nil)
  }

  /// Publishes the value if `range` contains zero.
  ///
  /// - Parameter range: The indices of the values to publish.
  @inlinable
  public func output<R>(in range: R) -> Optional<Output>.Publisher
  where R: RangeExpression, R.Bound == Int {
    let range = range.relative(to: 0..<Int.max)
    // As in Combine, a range that begins below zero does not contain zero.
    return Optional<Output>.Publisher(range.lowerBound == 0 && !range.isEmpty ? output : nil)
  }

  /// Publishes the value, because it is the first.
  @inlinable
  public func first() -> Just<Output> {
    self
  }

  /// Publishes the value if it matches.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(predicate(output) ? output : nil)
  }

  /// Publishes the value, because it is the last.
  @inlinable
  public func last() -> Just<Output> {
    self
  }

  /// Publishes the value if it matches.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(predicate(output) ? output : nil)
  }

  /// Drops the value.
  @inlinable
  public func ignoreOutput() -> Empty<Output, Just<Output>.Failure> {
    Empty()
  }

  /// Publishes the value, because it has no duplicate.
  ///
  /// - Parameter predicate: Returns whether two consecutive values are equal.
  @inlinable
  public func removeDuplicates(
    by predicate: (Output, Output) -> Bool
  ) -> Just<Output> {
    self
  }

  /// Publishes the value, or fails with the error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether two consecutive values are equal. If it throws, the
  ///   publisher fails with the error.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { try ($0, predicate($0, $0)).0 }
  }
}
