extension Result.Publisher {
  /// Sends an array of the value.
  @inlinable
  public func collect() -> Result<[Success], Failure>.Publisher {
    Result<[Success], Failure>.Publisher(result.map { [$0] })
  }

  /// Sends one, the number of values.
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(result.map { _ in 1 })
  }

  /// Sends whether the value matches.
  @inlinable
  public func allSatisfy(
    _ predicate: (Output) -> Bool
  ) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }

  /// Sends whether the value matches; fails with the error that is thrown.
  @inlinable
  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }

  /// Sends whether the value matches.
  @inlinable
  public func contains(
    where predicate: (Output) -> Bool
  ) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map(predicate))
  }

  /// Sends whether the value matches; fails with the error that is thrown.
  @inlinable
  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result<Bool, any Error> { try predicate(result.get()) })
  }

  /// Does the same as this publisher: its value is the least.
  @inlinable
  public func min(
    by areInIncreasingOrder: (Output, Output) -> Bool
  ) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Does the same as this publisher, whose value is the least; fails with the error that is thrown
  /// for it.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap { try ($0, areInIncreasingOrder($0, $0)).0 }
  }

  /// Does the same as this publisher: its value is the greatest.
  @inlinable
  public func max(
    by areInIncreasingOrder: (Output, Output) -> Bool
  ) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Does the same as this publisher, whose value is the greatest; fails with the error that is thrown
  /// for it.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap { try ($0, areInIncreasingOrder($0, $0)).0 }
  }

  /// Sends the value added to `initialResult`.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map { nextPartialResult(initialResult, $0) })
  }

  /// Sends the value added to `initialResult`; fails with the error that is thrown.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(
      Result<T, any Error> { try nextPartialResult(initialResult, result.get()) })
  }
}

extension Result.Publisher where Output: Comparable {
  /// Does the same as this publisher: its value is the least.
  @inlinable
  public func min() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Does the same as this publisher: its value is the greatest.
  @inlinable
  public func max() -> Result<Success, Failure>.Publisher {
    self
  }
}

extension Result.Publisher where Output: Equatable {
  /// Sends whether the value is `output`.
  @inlinable
  public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(result.map { $0 == output })
  }

  /// Does the same as this publisher: its value repeats none.
  @inlinable
  public func removeDuplicates() -> Result<Success, Failure>.Publisher {
    self
  }
}
