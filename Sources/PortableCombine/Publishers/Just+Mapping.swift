extension Just {
  /// Turns the value into another.
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> Just<T> {
    Just<T>(transform(output))
  }

  /// Turns the value into another; fails with the error that `transform` throws.
  @inlinable
  public func tryMap<T>(
    _ transform: (Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try transform(output) })
  }

  /// Turns the value into another, and leaves it out if it becomes nil.
  @inlinable
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(transform(output))
  }

  /// Gives the publisher the type of a failure, which it never has.
  @inlinable
  public func mapError<E>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher
  where E: Error {
    Result<Output, E>.Publisher(output)
  }

  /// Gives the publisher the type of a failure, which it never has.
  @inlinable
  public func setFailureType<E>(to failureType: E.Type) -> Result<Output, E>.Publisher
  where E: Error {
    Result<Output, E>.Publisher(output)
  }

  /// Sends the value, since it never fails.
  @inlinable
  public func replaceError(with output: Output) -> Just<Output> {
    self
  }

  /// Sends the value, since it has one.
  @inlinable
  public func replaceEmpty(with output: Output) -> Just<Output> {
    self
  }

  /// Sends the value, since it never fails.
  @inlinable
  public func retry(_ times: Int) -> Just<Output> {
    self
  }

  /// Sends the value added to `initialResult`.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
  }

  /// Sends the value added to `initialResult`; fails with the error that is thrown.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }
}
