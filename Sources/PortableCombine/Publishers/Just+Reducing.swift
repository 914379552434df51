extension Just {
  /// Sends an array of the value.
  @inlinable
  public func collect() -> Just<[Output]> {
    Just<[Output]>([output])
  }

  /// Sends one, the number of values.
  @inlinable
  public func count() -> Just<Int> {
    Just<Int>(1)
  }

  /// Sends whether the value matches.
  @inlinable
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Sends whether the value matches; fails with the error that is thrown.
  @inlinable
  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }

  /// Sends whether the value matches.
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Sends whether the value matches; fails with the error that is thrown.
  @inlinable
  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }

  /// Sends the value, which is the least.
  @inlinable
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Sends the value, which is the greatest.
  @inlinable
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Sends the value, which is the least; fails with the error that is thrown for it.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { try ($0, areInIncreasingOrder($0, $0)).0 }
  }

  /// Sends the value, which is the greatest; fails with the error that is thrown for it.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { try ($0, areInIncreasingOrder($0, $0)).0 }
  }

  /// Sends the value added to `initialResult`.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
  }

  /// Sends the value added to `initialResult`; fails with the error that is thrown.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }

  /// Sends `elements` before the value.
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    prepend(elements)
  }

  /// Sends the elements of a sequence before the value.
  @inlinable
  public func prepend<S>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where Output == S.Element, S: Swift.Sequence {
    Publishers.Sequence(sequence: Array(elements) + [output])
  }

  /// Sends `elements` after the value.
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    append(elements)
  }

  /// Sends the elements of a sequence after the value.
  @inlinable
  public func append<S>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where Output == S.Element, S: Swift.Sequence {
    Publishers.Sequence(sequence: [output] + Array(elements))
  }
}

extension Just where Output: Comparable {
  /// Sends the value, which is the least.
  @inlinable
  public func min() -> Just<Output> {
    self
  }

  /// Sends the value, which is the greatest.
  @inlinable
  public func max() -> Just<Output> {
    self
  }
}

extension Just where Output: Equatable {
  /// Sends whether the value is `output`.
  @inlinable
  public func contains(_ output: Output) -> Just<Bool> {
    Just<Bool>(self.output == output)
  }

  /// Sends the value, which repeats none.
  @inlinable
  public func removeDuplicates() -> Just<Output> {
    self
  }
}
