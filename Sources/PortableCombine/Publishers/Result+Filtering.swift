extension Result.Publisher {
  /// Does the same as this publisher: its value is the first.
  @inlinable
  public func first() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Does the same as this publisher: its value is the last.
  @inlinable
  public func last() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Finishes without a value.
  @inlinable
  public func ignoreOutput() -> Empty<Output, Failure> {
    Empty()
  }

  /// Does the same as this publisher: its value repeats none.
  @inlinable
  public func removeDuplicates(
    by predicate: (Output, Output) -> Bool
  ) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Does the same as this publisher, whose value repeats none; fails with the error that
  /// `predicate` throws for it.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap { try ($0, predicate($0, $0)).0 }
  }
}
