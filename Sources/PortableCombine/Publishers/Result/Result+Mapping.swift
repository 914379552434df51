extension Result.Publisher {
  /// Transforms the value.
  ///
  /// - Parameter transform: Returns the new value.
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(result.map(transform))
  }

  /// Transforms the value, or fails with the error that `transform` throws.
  ///
  /// - Parameter transform: Returns the new value. If it throws, the publisher fails with the
  ///   error.
  @inlinable
  public func tryMap<T>(
    _ transform: (Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result<T, any Error> { try transform(result.get()) })
  }

  /// Transforms the failure.
  ///
  /// - Parameter transform: Returns the new error.
  @inlinable
  public func mapError<E>(
    _ transform: (Failure) -> E
  ) -> Result<Success, E>.Publisher where E: Error {
    Result<Success, E>.Publisher(result.mapError(transform))
  }

  /// Publishes the value, or `output` instead of a failure.
  ///
  /// - Parameter output: The value that replaces an error.
  @inlinable
  public func replaceError(with output: Output) -> Result<Success, Never>.Publisher {
    if case .success(let value) = result { return Result<Success, Never>.Publisher(value) }
    return Result<Success, Never>.Publisher(output)
  }

  /// Republishes the result, because it has a value or a failure.
  ///
  /// - Parameter output: The value to publish if there is no value.
  @inlinable
  public func replaceEmpty(with output: Output) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Republishes the result, because another attempt would have the same result.
  ///
  /// - Parameter times: The number of attempts after the first one.
  @inlinable
  public func retry(_ times: Int) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Publishes the result of combining `initialResult` and the value.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value.
  ///   - nextPartialResult: Returns the next result from the previous result and a value.
  @inlinable
  public func scan<T>(
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
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(
      Result<T, any Error> { try nextPartialResult(initialResult, result.get()) })
  }
}

extension Result.Publisher where Failure == Never {
  /// Changes the failure type; the publisher cannot fail.
  ///
  /// - Parameter failureType: The type of the error of the new publisher.
  @inlinable
  public func setFailureType<E>(
    to failureType: E.Type
  ) -> Result<Success, E>.Publisher where E: Error {
    Result<Success, E>.Publisher(result.get())
  }
}
