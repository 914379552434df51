import Synchronization

/// An owner of an activity, which it ends when it is released.
///
/// `cancel()` and the release may happen on any thread; the action runs once, and is let go of
/// before it returns. Two of them are equal when they are the same object.
///
/// Source of the rule: Apple's documentation of `AnyCancellable`.
public final class AnyCancellable: Cancellable, Hashable {
  @usableFromInline let hasEnded = Atomic(false)
  // Reached by the one call that ends the activity. A subscriber is held as it is, without a
  // closure around it, which would be one more allocation; and not as an optional, which is
  // destroyed by looking up its type.
  @exclusivity(unchecked) @usableFromInline var activity: any Cancellable

  /// Makes an owner that runs `cancel`, once.
  @inlinable
  public init(_ cancel: @escaping () -> Void) {
    activity = Action(cancel)
  }

  /// Makes an owner that ends `canceller`.
  @inlinable
  public init<C>(_ canceller: C) where C: Cancellable {
    activity = canceller
  }

  @inlinable
  deinit { cancel() }

  /// Ends the activity, if it has not been ended through this owner yet.
  @inlinable
  public func cancel() {
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    var ended: any Cancellable = Nothing()
    swap(&ended, &activity)
    ended.cancel()
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

extension AnyCancellable {
  /// The activity that has been ended.
  @frozen
  @usableFromInline
  struct Nothing: Cancellable {
    @inlinable
    init() {}

    @inlinable
    func cancel() {}
  }

  /// An activity that is ended by a closure.
  @frozen
  @usableFromInline
  struct Action: Cancellable {
    @usableFromInline let run: () -> Void

    @inlinable
    init(_ run: @escaping () -> Void) { self.run = run }

    @inlinable
    func cancel() { run() }
  }
}
