extension Optional.Publisher {
  /// Sends an array of the value, empty without one.
  @inlinable
  public func collect() -> Optional<[Output]>.Publisher {
    Optional<[Output]>.Publisher(output.map { [$0] } ?? [])
  }

  /// Sends one, the number of values; nothing without one.
  @inlinable
  public func count() -> Optional<Int>.Publisher {
    Optional<Int>.Publisher(output.map { _ in 1 })
  }

  /// Sends whether the value matches; nothing without one.
  @inlinable
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate))
  }

  /// Sends whether the value matches; nothing without one.
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate))
  }

  /// Sends the value, which is the least.
  @inlinable
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Wrapped>.Publisher
  {
    self
  }

  /// Sends the value, which is the greatest.
  @inlinable
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Optional<Wrapped>.Publisher
  {
    self
  }

  /// Sends the value added to `initialResult`; nothing without one.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
  }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// Sends the value, which is the least.
  @inlinable
  public func min() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Sends the value, which is the greatest.
  @inlinable
  public func max() -> Optional<Wrapped>.Publisher {
    self
  }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Sends whether the value is `output`; nothing without one.
  @inlinable
  public func contains(_ output: Output) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(self.output.map { $0 == output })
  }

  /// Sends the value, which repeats none.
  @inlinable
  public func removeDuplicates() -> Optional<Wrapped>.Publisher {
    self
  }
}
