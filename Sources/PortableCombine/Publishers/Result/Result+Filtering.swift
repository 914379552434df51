extension Result.Publisher {
  /// Republishes the result, because its value is the first.
  @inlinable
  public func first() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Republishes the result, because its value is the last.
  @inlinable
  public func last() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Drops the value.
  @inlinable
  public func ignoreOutput() -> Empty<Output, Failure> {
    Empty()
  }

  /// Republishes the result, because its value has no duplicate.
  ///
  /// - Parameter predicate: Returns whether two consecutive values are equal.
  @inlinable
  public func removeDuplicates(
    by predicate: (Output, Output) -> Bool
  ) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Republishes the result, or fails with the error that `predicate` throws for its value.
  ///
  /// - Parameter predicate: Returns whether two consecutive values are equal. If it throws, the
  ///   publisher fails with the error.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap { try ($0, predicate($0, $0)).0 }
  }
}
