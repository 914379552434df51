extension Just {
  /// Transforms the value.
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> Just<T> {
    Just<T>(transform(output))
  }

  /// Transforms the value, or fails with the error that `transform` throws.
  @inlinable
  public func tryMap<T>(
    _ transform: (Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try transform(output) })
  }

  /// Transforms the value, and drops it if `transform` returns nil.
  @inlinable
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(transform(output))
  }

  /// Changes the failure type; the publisher cannot fail.
  @inlinable
  public func mapError<E>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher
  where E: Error {
    Result<Output, E>.Publisher(output)
  }

  /// Changes the failure type; the publisher cannot fail.
  @inlinable
  public func setFailureType<E>(to failureType: E.Type) -> Result<Output, E>.Publisher
  where E: Error {
    Result<Output, E>.Publisher(output)
  }

  /// Publishes the value, because the publisher cannot fail.
  @inlinable
  public func replaceError(with output: Output) -> Just<Output> {
    self
  }

  /// Publishes the value, because the publisher is not empty.
  @inlinable
  public func replaceEmpty(with output: Output) -> Just<Output> {
    self
  }

  /// Publishes the value, because the publisher cannot fail.
  @inlinable
  public func retry(_ times: Int) -> Just<Output> {
    self
  }

  /// Publishes the result of combining `initialResult` and the value.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
  }

  /// Combines `initialResult` and the value, or fails with the error that the closure throws.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }
}
