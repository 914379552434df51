import Synchronization

/// A cancellable that cancels its activity when it is released.
///
/// `cancel()` and the release can happen on any thread. The action runs once, and is released
/// before `cancel()` returns. Two cancellables are equal if they are the same object.
public final class AnyCancellable: Cancellable, Hashable {
  @usableFromInline let hasEnded = Atomic(false)
  // Accessed only by the call that ends the activity.
  @exclusivity(unchecked) @usableFromInline var end: () -> Void

  /// Creates a cancellable that runs `cancel` once.
  ///
  /// - Parameter cancel: Called once, when this instance is cancelled or released.
  @inlinable
  public init(_ cancel: @escaping () -> Void) {
    end = cancel
  }

  /// Creates a cancellable that cancels `canceller`.
  ///
  /// - Parameter canceller: The activity to cancel.
  @inlinable
  public init<C>(_ canceller: C) where C: Cancellable {
    // An object needs no allocation for this closure.
    end = { canceller.cancel() }
  }

  @inlinable
  deinit { cancel() }

  /// Cancels the activity, unless this object has already cancelled it.
  @inlinable
  public func cancel() {
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    var end: () -> Void = {}
    swap(&end, &self.end)
    end()
  }

  /// Stores this cancellable in a collection.
  ///
  /// - Parameter collection: The collection that keeps this instance.
  @inlinable
  public func store<C>(in collection: inout C)
  where C: RangeReplaceableCollection, C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Stores this cancellable in a set.
  ///
  /// - Parameter set: The set that keeps this instance.
  @inlinable
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  @inlinable
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
    lhs === rhs
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// A cancellable can be cancelled and released on any thread.
///
/// Unchecked because the action need not be Sendable, as in Combine: it runs on the thread that cancels.
extension AnyCancellable: @unchecked Sendable {}
