/// An activity that can be ended before its time.
///
/// Source of the rule: Apple's documentation of `Cancellable`.
public protocol Cancellable {
  /// Ends the activity and lets go of what it held.
  ///
  /// May be called from any thread, from inside a delivery, and any number of times.
  func cancel()
}

extension Cancellable {
  /// Keeps this activity alive in a collection, which ends it when it lets go of it.
  @inlinable
  public func store<C>(in collection: inout C)
  where C: RangeReplaceableCollection, C.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }

  /// Keeps this activity alive in a set, which ends it when it lets go of it.
  @inlinable
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(AnyCancellable(self))
  }
}
