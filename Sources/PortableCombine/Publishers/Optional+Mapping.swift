extension Optional.Publisher {
  /// Turns the value into another.
  @inlinable
  public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map(transform))
  }

  /// Turns the value into another, and leaves it out if it becomes nil.
  @inlinable
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.flatMap(transform))
  }

  /// Sends the value, since it never fails.
  @inlinable
  public func replaceError(with output: Output) -> Optional<Wrapped>.Publisher {
    self
  }

  /// Sends the value or, without one, `output`.
  @inlinable
  public func replaceEmpty(with output: Output) -> Just<Output> {
    Just<Output>(self.output ?? output)
  }

  /// Sends the value, since it never fails.
  @inlinable
  public func retry(_ times: Int) -> Optional<Wrapped>.Publisher {
    self
  }

  /// Sends the value added to `initialResult`.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
  }
}
