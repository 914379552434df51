import Synchronization

/// An owner of an activity, which it ends when it is released.
///
/// `cancel()` and the release may happen on any thread; the action runs once, and is let go of
/// before it returns. Two of them are equal when they are the same object.
///
/// Source of the rule: Apple's documentation of `AnyCancellable`.
public final class AnyCancellable: Cancellable, Hashable {
  @usableFromInline let hasEnded = Atomic(false)
  // Reached by the one call that ends the activity.
  @exclusivity(unchecked) @usableFromInline var end: () -> Void

  /// Makes an owner that runs `cancel`, once.
  @inlinable
  public init(_ cancel: @escaping () -> Void) {
    end = cancel
  }

  /// Makes an owner that ends `canceller`.
  @inlinable
  public init<C>(_ canceller: C) where C: Cancellable {
    // No allocation, if the canceller is an object.
    end = { canceller.cancel() }
  }

  @inlinable
  deinit { cancel() }

  /// Ends the activity, if it has not been ended through this owner yet.
  @inlinable
  public func cancel() {
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    var end: () -> Void = {}
    swap(&end, &self.end)
    end()
  }

  /// Keeps this owner alive in a collection.
  @inlinable
  public func store<C>(in collection: inout C)
  where C: RangeReplaceableCollection, C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Keeps this owner alive in a set.
  @inlinable
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Whether both are the same object.
  @inlinable
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
    lhs === rhs
  }

  /// Feeds the object's identity to `hasher`.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
