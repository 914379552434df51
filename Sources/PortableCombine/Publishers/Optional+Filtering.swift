extension Optional.Publisher {
  /// Sends the value if it is included.
  @inlinable
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional<Wrapped>.Publisher(output.flatMap { isIncluded($0) ? $0 : nil })
  }

  /// Sends the value unless it matches.
  @inlinable
  public func drop(while predicate: (Output) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional<Wrapped>.Publisher(output.flatMap { predicate($0) ? nil : $0 })
  }

  /// Sends the value unless it is among the first `count`.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Optional<Wrapped>.Publisher {
    precondition(count >= 0, "The number of values to drop must not be negative.")
    return Optional<Wrapped>.Publisher(count > 0 ? nil : output)
  }

  /// Sends the value if it is among the first `maxLength`.
  @inlinable
  public func prefix(_ maxLength: Int) -> Optional<Wrapped>.Publisher {
    precondition(maxLength >= 0, "The length of a prefix must not be negative.")
    return Optional<Wrapped>.Publisher(maxLength > 0 ? output : nil)
  }

  /// Sends the value if it matches.
  @inlinable
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional<Wrapped>.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }

  /// Sends the value if `index` is zero.
  @inlinable
  public func output(at index: Int) -> Optional<Wrapped>.Publisher {
    precondition(index >= 0, "The place of a value must not be negative.")
    return Optional<Wrapped>.Publisher(index == 0 ? output : nil)
  }

  /// Sends the value if `range` contains zero.
  @inlinable
  public func output<R>(in range: R) -> Optional<Wrapped>.Publisher
  where R: RangeExpression, R.Bound == Int {
    let range = range.relative(to: 0..<Int.max)
    // As in Combine, one that begins below zero does not contain it.
    return Optional<Wrapped>.Publisher(range.lowerBound == 0 && !range.isEmpty ? output : nil)
  }

  /// Sends the value, which is the first.
  @inlinable
  public func first() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Sends the value if it matches.
  @inlinable
  public func first(where predicate: (Output) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional<Wrapped>.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }

  /// Sends the value, which is the last.
  @inlinable
  public func last() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Sends the value if it matches.
  @inlinable
  public func last(where predicate: (Output) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional<Wrapped>.Publisher(output.flatMap { predicate($0) ? $0 : nil })
  }

  /// Leaves out the value.
  @inlinable
  public func ignoreOutput() -> Empty<Output, Optional<Wrapped>.Publisher.Failure> {
    Empty()
  }

  /// Sends the value, which repeats none.
  @inlinable
  public func removeDuplicates(
    by predicate: (Output, Output) -> Bool
  ) -> Optional<Wrapped>.Publisher {
    self
  }
}
