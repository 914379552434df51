extension Publishers.Sequence {
  /// Publishes an array of all elements.
  @inlinable
  public func collect() -> Result<[Elements.Element], Failure>.Publisher {
    Result<[Elements.Element], Failure>.Publisher(Array(sequence))
  }

  /// Publishes whether all elements match.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func allSatisfy(
    _ predicate: (Elements.Element) -> Bool
  ) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.allSatisfy(predicate))
  }

  /// Publishes whether all elements match, or fails with the error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryAllSatisfy(
    _ predicate: (Elements.Element) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(
      Result<Bool, any Error> { try sequence.allSatisfy(predicate) })
  }

  /// Publishes whether an element matches.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func contains(
    where predicate: (Elements.Element) -> Bool
  ) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.contains(where: predicate))
  }

  /// Publishes whether an element matches, or fails with the error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryContains(
    where predicate: (Elements.Element) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(
      Result<Bool, any Error> { try sequence.contains(where: predicate) })
  }

  /// Publishes the result of combining all elements.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value.
  ///   - nextPartialResult: Returns the next result from the previous result and a value.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T
  ) -> Result<T, Failure>.Publisher {
    Result<T, Failure>.Publisher(sequence.reduce(initialResult, nextPartialResult))
  }

  /// Combines all elements, or fails with the error that the closure throws.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value.
  ///   - nextPartialResult: Returns the next result from the previous result and a value. If it
  ///     throws, the publisher fails with the error.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(
      Result<T, any Error> { try sequence.reduce(initialResult, nextPartialResult) })
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Publishes whether an element equals `output`.
  ///
  /// - Parameter output: The value to search for.
  @inlinable
  public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.contains(output))
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Publishes the least element, if there is one.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  @inlinable
  public func min(
    by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool
  ) -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.min(by: areInIncreasingOrder))
  }

  /// Publishes the greatest element, if there is one.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument is less than its second.
  @inlinable
  public func max(
    by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool
  ) -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.max(by: areInIncreasingOrder))
  }
}

extension Publishers.Sequence where Elements.Element: Comparable, Failure == Never {
  /// Publishes the least element, if there is one.
  @inlinable
  public func min() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.min())
  }

  /// Publishes the greatest element, if there is one.
  @inlinable
  public func max() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.max())
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// Publishes the number of elements.
  @inlinable
  public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(sequence.count)
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Publishes the number of elements.
  @inlinable
  public func count() -> Just<Int> {
    Just<Int>(sequence.count)
  }
}
