extension Just {
  /// Publishes an array that contains the value.
  @inlinable
  public func collect() -> Just<[Output]> {
    Just<[Output]>([output])
  }

  /// Publishes 1, the number of values.
  @inlinable
  public func count() -> Just<Int> {
    Just<Int>(1)
  }

  /// Publishes whether the value matches.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Publishes whether the value matches, or fails with the error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }

  /// Publishes whether the value matches.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Publishes whether the value matches, or fails with the error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try predicate(output) })
  }

  /// Publishes the value, because it is the least.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  @inlinable
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Publishes the value, because it is the greatest.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  @inlinable
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Publishes the value, or fails with the error that the closure throws.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  ///   If it throws, the publisher fails with the error.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { try ($0, areInIncreasingOrder($0, $0)).0 }
  }

  /// Publishes the value, or fails with the error that the closure throws.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  ///   If it throws, the publisher fails with the error.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { try ($0, areInIncreasingOrder($0, $0)).0 }
  }

  /// Publishes the result of combining `initialResult` and the value.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value.
  ///   - nextPartialResult: Returns the next result from the previous result and a value.
  @inlinable
  public func reduce<T>(
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
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
  }

  /// Publishes `elements` before the value.
  ///
  /// - Parameter elements: The values to publish before those of this publisher.
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    prepend(elements)
  }

  /// Publishes the elements of a sequence before the value.
  ///
  /// - Parameter elements: The values to publish before those of this publisher.
  @inlinable
  public func prepend<S>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where Output == S.Element, S: Swift.Sequence {
    Publishers.Sequence(sequence: Array(elements) + [output])
  }

  /// Publishes `elements` after the value.
  ///
  /// - Parameter elements: The values to publish after those of this publisher.
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    append(elements)
  }

  /// Publishes the elements of a sequence after the value.
  ///
  /// - Parameter elements: The values to publish after those of this publisher.
  @inlinable
  public func append<S>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where Output == S.Element, S: Swift.Sequence {
    Publishers.Sequence(sequence: [output] + Array(elements))
  }
}

extension Just where Output: Comparable {
  /// Publishes the value, because it is the least.
  @inlinable
  public func min() -> Just<Output> {
    self
  }

  /// Publishes the value, because it is the greatest.
  @inlinable
  public func max() -> Just<Output> {
    self
  }
}

extension Just where Output: Equatable {
  /// Publishes whether the value equals `output`.
  ///
  /// - Parameter output: The value to search for.
  @inlinable
  public func contains(_ output: Output) -> Just<Bool> {
    Just<Bool>(self.output == output)
  }

  /// Publishes the value, because it has no duplicate.
  @inlinable
  public func removeDuplicates() -> Just<Output> {
    self
  }
}
