extension Just {
  /// Transforms the value.
  ///
  /// - Parameter transform: Returns the new value.
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> Just<T> {
    Just<T>(transform(output))
  }

  /// Transforms the value, or fails with the error that `transform` throws.
  ///
  /// - Parameter transform: Returns the new value. If it throws, the publisher fails with the
  ///   error.
  @inlinable
  public func tryMap<T>(
    _ transform: (Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try transform(output) })
  }

  /// Transforms the value, and drops it if `transform` returns nil.
  ///
  /// - Parameter transform: Returns the new value, or nil to drop the value.
  @inlinable
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(transform(output))
  }

  /// Changes the failure type; the publisher cannot fail.
  ///
  /// - Parameter transform: Returns the new error.
  @inlinable
  public func mapError<E>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher
  where E: Error {
    Result<Output, E>.Publisher(output)
  }

  /// Changes the failure type; the publisher cannot fail.
  ///
  /// - Parameter failureType: The type of the error of the new publisher.
  @inlinable
  public func setFailureType<E>(to failureType: E.Type) -> Result<Output, E>.Publisher
  where E: Error {
    Result<Output, E>.Publisher(output)
  }

  /// Publishes the value, because the publisher cannot fail.
  ///
  /// - Parameter output: The value that replaces an error.
  @inlinable
  public func replaceError(with output: Output) -> Just<Output> {
    self
  }

  /// Publishes the value, because the publisher is not empty.
  ///
  /// - Parameter output: The value to publish if there is no value.
  @inlinable
  public func replaceEmpty(with output: Output) -> Just<Output> {
    self
  }

  /// Publishes the value, because the publisher cannot fail.
  ///
  /// - Parameter times: The number of attempts after the first one.
  @inlinable
  public func retry(_ times: Int) -> Just<Output> {
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
  ) -> Result<T, Never>.Publisher {
    Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
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
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }
}
