extension Optional.Publisher {
  /// Publishes an array that contains the value; an empty array if there is none.
  @inlinable
  public func collect() -> Optional<[Output]>.Publisher {
    Optional<[Output]>.Publisher(output.map { [$0] } ?? [])
  }

  /// Publishes 1, the number of values, if there is a value.
  @inlinable
  public func count() -> Optional<Int>.Publisher {
    Optional<Int>.Publisher(output.map { _ in 1 })
  }

  /// Publishes whether the value matches, if there is a value.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate))
  }

  /// Publishes whether the value matches, if there is a value.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate))
  }

  /// Publishes the value, because it is the least.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  @inlinable
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Wrapped>.Publisher
  {
    self
  }

  /// Publishes the value, because it is the greatest.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  @inlinable
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Wrapped>.Publisher
  {
    self
  }

  /// Publishes the result of combining `initialResult` and the value, if there is a value.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value.
  ///   - nextPartialResult: Returns the next result from the previous result and a value.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
  }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// Publishes the value, because it is the least.
  @inlinable
  public func min() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Publishes the value, because it is the greatest.
  @inlinable
  public func max() -> Optional<Wrapped>.Publisher {
    self
  }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Publishes whether the value equals `output`, if there is a value.
  ///
  /// - Parameter output: The value to search for.
  @inlinable
  public func contains(_ output: Output) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(self.output.map { $0 == output })
  }

  /// Publishes the value, because it has no duplicate.
  @inlinable
  public func removeDuplicates() -> Optional<Wrapped>.Publisher {
    self
  }
}
