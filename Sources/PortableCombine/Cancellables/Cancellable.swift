/// An activity that can be cancelled.
public protocol Cancellable {
  /// Cancels the activity and releases its resources.
  ///
  /// It can be called from any thread, from inside a delivery, and more than once.
  func cancel()
}

extension Cancellable {
  /// Stores this cancellable in a collection, which cancels it when it removes it.
  ///
  /// - Parameter collection: The collection that keeps this instance.
  @inlinable
  public func store<C>(in collection: inout C)
  where C: RangeReplaceableCollection, C.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }

  /// Stores this cancellable in a set, which cancels it when it removes it.
  ///
  /// - Parameter set: The set that keeps this instance.
  @inlinable
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(AnyCancellable(self))
  }
}
