extension Result.Publisher {
  /// Publishes an array that contains the value.
  @inlinable
  public func collect() -> Result<[Success], Failure>.Publisher {
    Result<[Success], Failure>.Publisher(result.map { [$0] })
  }

  /// Publishes 1, the number of values.
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(result.map { _ in 1 })
  }

  /// Publishes whether the value matches.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func allSatisfy(
    _ predicate: (Output) -> Bool
  ) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }

  /// Publishes whether the value matches, or fails with the error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }

  /// Publishes whether the value matches.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func contains(
    where predicate: (Output) -> Bool
  ) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }

  /// Publishes whether the value matches, or fails with the error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }

  /// Republishes the result, because its value is the least.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  @inlinable
  public func min(
    by areInIncreasingOrder: (Output, Output) -> Bool
  ) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Republishes the result, or fails with the error that the closure throws for its value.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  ///   If it throws, the publisher fails with the error.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap { try ($0, areInIncreasingOrder($0, $0)).0 }
  }

  /// Republishes the result, because its value is the greatest.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  @inlinable
  public func max(
    by areInIncreasingOrder: (Output, Output) -> Bool
  ) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Republishes the result, or fails with the error that the closure throws for its value.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  ///   If it throws, the publisher fails with the error.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap { try ($0, areInIncreasingOrder($0, $0)).0 }
  }

  /// Publishes the result of combining `initialResult` and the value.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value.
  ///   - nextPartialResult: Returns the next result from the previous result and a value.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map { nextPartialResult(initialResult, $0) })
  }

  /// Combines `initialResult` and the value, or fails with the error that the closure throws.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value.
  ///   - nextPartialResult: Returns the next result from the previous result and a value. If it
  ///     throws, the publisher fails with the error.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(
      Result<T, any Error> { try nextPartialResult(initialResult, result.get()) })
  }
}

extension Result.Publisher where Output: Comparable {
  /// Republishes the result, because its value is the least.
  @inlinable
  public func min() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Republishes the result, because its value is the greatest.
  @inlinable
  public func max() -> Result<Success, Failure>.Publisher {
    self
  }
}

extension Result.Publisher where Output: Equatable {
  /// Publishes whether the value equals `output`.
  ///
  /// - Parameter output: The value to search for.
  @inlinable
  public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map { $0 == output })
  }

  /// Republishes the result, because its value has no duplicate.
  @inlinable
  public func removeDuplicates() -> Result<Success, Failure>.Publisher {
    self
  }
}
