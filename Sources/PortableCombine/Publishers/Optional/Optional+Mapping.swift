extension Optional.Publisher {
  /// Transforms the value.
  ///
  /// - Parameter transform: Returns the new value.
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map(transform))
  }

  /// Transforms the value, and drops it if `transform` returns nil.
  ///
  /// - Parameter transform: Returns the new value, or nil to drop the value.
  @inlinable
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.flatMap(transform))
  }

  /// Publishes the value, because the publisher cannot fail.
  ///
  /// - Parameter output: The value that replaces an error.
  @inlinable
  public func replaceError(with output: Output) -> Optional<Wrapped>.Publisher {
    self
  }

  /// Publishes the value, or `output` if there is none.
  ///
  /// - Parameter output: The value to publish if there is no value.
  @inlinable
  public func replaceEmpty(with output: Output) -> Just<Output> {
    Just<Output>(self.output ?? output)
  }

  /// Publishes the value, because the publisher cannot fail.
  ///
  /// - Parameter times: The number of attempts after the first one.
  @inlinable
  public func retry(_ times: Int) -> Optional<Wrapped>.Publisher {
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
  ) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
  }
}
