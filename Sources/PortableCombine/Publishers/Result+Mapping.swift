extension Result.Publisher {
  /// Turns the value into another.
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map(transform))
  }

  /// Turns the value into another; fails with the error that `transform` throws.
  @inlinable
  public func tryMap<T>(
    _ transform: (Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try transform(result.get()) })
  }

  /// Turns the failure into another.
  @inlinable
  public func mapError<E>(
    _ transform: (Failure) -> E
  ) -> Result<Success, E>.Publisher where E: Error {
    Result<Success, E>.Publisher(result.mapError(transform))
  }

  /// Sends the value or, instead of the failure, `output`.
  @inlinable
  public func replaceError(with output: Output) -> Result<Success, Never>.Publisher {
    if case .success(let value) = result { return Result<Success, Never>.Publisher(value) }
    return Result<Success, Never>.Publisher(output)
  }

  /// Does the same as this publisher, which is never empty.
  @inlinable
  public func replaceEmpty(with output: Output) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Does the same as this publisher, whose result is always the same.
  @inlinable
  public func retry(_ times: Int) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Sends the value added to `initialResult`.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map { nextPartialResult(initialResult, $0) })
  }

  /// Sends the value added to `initialResult`; fails with the error that is thrown.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(
      Result<T, any Error> { try nextPartialResult(initialResult, result.get()) })
  }
}

extension Result.Publisher where Failure == Never {
  /// Gives the publisher the type of a failure, which it never has.
  @inlinable
  public func setFailureType<E>(
    to failureType: E.Type
  ) -> Result<Success, E>.Publisher where E: Error {
    Result<Success, E>.Publisher(result.get())
  }
}
