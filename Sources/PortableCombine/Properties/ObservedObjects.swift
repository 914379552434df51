import Locking

/// The objects of whose changes somebody may be told, each with the publisher that tells.
///
/// The setter of a `@Published` property is given the object it belongs to, and looks here. So no
/// property is searched for: one of a superclass is found as well, and a mirror that the object
/// makes of itself does not matter.
///
/// An object is held weakly. The publisher of one that is gone stays until the table has doubled.
@usableFromInline
enum ObservedObjects {
  private static let table = Locked(ObjectTable<ObservableObjectPublisher>())

  /// The publisher of `object`, made at the first call.
  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    if let known = known(of: object) { return known }
    let new = ObservableObjectPublisher()
    // What is dropped is returned, so that it is not released under the lock.
    let (publisher, _) = table.withLock { $0.add(new, for: object) }
    return publisher
  }

  /// The publisher of `object`, if it was made.
  @usableFromInline
  static func known(of object: AnyObject) -> ObservableObjectPublisher? {
    table.withLock { $0[object] }
  }

  /// The publisher of `object`, if it is an `ObservableObject`.
  @usableFromInline
  static func publisher(ofObservable object: AnyObject) -> ObservableObjectPublisher? {
    object is any ObservableObject ? publisher(of: object) : nil
  }
}
