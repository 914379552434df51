extension Publishers.Sequence {
  /// Publishes the elements for which `isIncluded` returns true.
  ///
  /// - Parameter isIncluded: Returns whether to publish a value.
  @inlinable
  public func filter(
    _ isIncluded: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<[Elements.Element], Failure> {
    Publishers.Sequence<[Elements.Element], Failure>(sequence: sequence.filter(isIncluded))
  }

  /// Drops elements until one does not match.
  ///
  /// - Parameter predicate: Returns whether to drop a value. Not called after it has returned
  ///   false.
  @inlinable
  public func drop(
    while predicate: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.drop(while: predicate))
  }

  /// Drops the first `count` elements.
  ///
  /// - Parameter count: The number of values to drop.
  @inlinable
  public func dropFirst(
    _ count: Int = 1
  ) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.dropFirst(count))
  }

  /// Publishes the first `maxLength` elements.
  ///
  /// - Parameter maxLength: The greatest number of values to publish.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.prefix(maxLength))
  }

  /// Publishes elements until one does not match.
  ///
  /// - Parameter predicate: Returns whether to publish a value. The publisher finishes when it
  ///   returns false.
  @inlinable
  public func prefix(
    while predicate: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<[Elements.Element], Failure> {
    Publishers.Sequence<[Elements.Element], Failure>(sequence: sequence.prefix(while: predicate))
  }

  /// Drops all elements.
  @inlinable
  public func ignoreOutput() -> Empty<Elements.Element, Failure> {
    Empty()
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Publishes the elements that differ from the previous one.
  @inlinable
  public func removeDuplicates() -> Publishers.Sequence<[Elements.Element], Failure> {
    var last: Elements.Element?
    let elements = sequence.filter { element in
      defer { last = element }
      return last != element
    }
    return Publishers.Sequence<[Elements.Element], Failure>(sequence: elements)
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// Publishes the elements in a range of the collection's indices.
  ///
  /// - Parameter range: The indices of the values to publish.
  @inlinable
  public func output(
    in range: Range<Elements.Index>
  ) -> Publishers.Sequence<[Elements.Element], Failure> {
    Publishers.Sequence<[Elements.Element], Failure>(
      sequence: Array(sequence[range.clamped(to: sequence.startIndex..<sequence.endIndex)]))
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Publishes the first element, if there is one.
  @inlinable
  public func first() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.first)
  }

  /// Publishes the element at `index`, if there is one.
  ///
  /// - Parameter index: The index of the value to publish.
  @inlinable
  public func output(at index: Elements.Index) -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.indices.contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// Publishes the last element, if there is one.
  @inlinable
  public func last() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.last)
  }

  /// Publishes the last element that matches, if there is one.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func last(
    where predicate: (Elements.Element) -> Bool
  ) -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Publishes the first element that matches, if there is one.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func first(
    where predicate: (Elements.Element) -> Bool
  ) -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.first(where: predicate))
  }
}
