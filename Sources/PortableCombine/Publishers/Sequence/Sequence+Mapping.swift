extension Publishers.Sequence {
  /// Transforms each element immediately.
  ///
  /// - Parameter transform: Returns the new value.
  @inlinable
  public func map<T>(_ transform: (Elements.Element) -> T) -> Publishers.Sequence<[T], Failure> {
    // Writes directly to the array's storage, without the checks of `append`.
    let expected = sequence.underestimatedCount
    var elements = sequence.makeIterator()
    var mapped = [T](unsafeUninitializedCapacity: expected) { storage, count in
      while count < expected, let element = elements.next() {
        storage.initializeElement(at: count, to: transform(element))
        count += 1
      }
    }
    while let element = elements.next() { mapped.append(transform(element)) }
    return Publishers.Sequence(sequence: mapped)
  }

  /// Transforms each element immediately, and drops those for which `transform` returns nil.
  ///
  /// - Parameter transform: Returns the new value, or nil to drop the value.
  @inlinable
  public func compactMap<T>(
    _ transform: (Elements.Element) -> T?
  ) -> Publishers.Sequence<[T], Failure> {
    Publishers.Sequence<[T], Failure>(sequence: sequence.compactMap(transform))
  }

  /// Replaces each nil with `output`.
  ///
  /// - Parameter output: The value that replaces nil.
  @inlinable
  public func replaceNil<T>(with output: T) -> Publishers.Sequence<[T], Failure>
  where Elements.Element == T? {
    Publishers.Sequence<[T], Failure>(sequence: sequence.map { $0 ?? output })
  }

  /// Publishes the running result of combining the elements.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value.
  ///   - nextPartialResult: Returns the next result from the previous result and a value.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T
  ) -> Publishers.Sequence<[T], Failure> {
    var total = initialResult
    let totals = sequence.map { element in
      total = nextPartialResult(total, element)
      return total
    }
    return Publishers.Sequence<[T], Failure>(sequence: totals)
  }

  /// Changes the failure type; the publisher cannot fail.
  ///
  /// - Parameter error: The type of the error of the new publisher.
  @inlinable
  public func setFailureType<E>(to error: E.Type) -> Publishers.Sequence<Elements, E>
  where E: Error {
    Publishers.Sequence<Elements, E>(sequence: sequence)
  }
}
