extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Publishes `elements` before those of the sequence.
  ///
  /// - Parameter elements: The values to publish before those of this publisher.
  @inlinable
  public func prepend(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
    prepend(elements)
  }

  /// Publishes the elements of another sequence before those of this one.
  ///
  /// - Parameter elements: The values to publish before those of this publisher.
  @inlinable
  public func prepend<S>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where S: Swift.Sequence, Elements.Element == S.Element {
    Publishers.Sequence(sequence: elements + sequence)
  }

  /// Publishes the elements of another publisher before those of this one.
  ///
  /// - Parameter publisher: The publisher whose values come before those of this one.
  @inlinable
  public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>)
    -> Publishers.Sequence<Elements, Failure>
  {
    prepend(publisher.sequence)
  }

  /// Publishes `elements` after those of the sequence.
  ///
  /// - Parameter elements: The values to publish after those of this publisher.
  @inlinable
  public func append(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
    append(elements)
  }

  /// Publishes the elements of another sequence after those of this one.
  ///
  /// - Parameter elements: The values to publish after those of this publisher.
  @inlinable
  public func append<S>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where S: Swift.Sequence, Elements.Element == S.Element {
    Publishers.Sequence(sequence: sequence + elements)
  }

  /// Publishes the elements of another publisher after those of this one.
  ///
  /// - Parameter publisher: The publisher whose values come after those of this one.
  @inlinable
  public func append(_ publisher: Publishers.Sequence<Elements, Failure>)
    -> Publishers.Sequence<Elements, Failure>
  {
    append(publisher.sequence)
  }
}
