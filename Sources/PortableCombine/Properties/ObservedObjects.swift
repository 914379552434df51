import PlayheadLocking

/// The publishers of the changes of observable objects.
///
/// The setter of a `@Published` property receives the object that it belongs to, and finds its
/// publisher here. Nothing searches the object for its properties, so those of a superclass work
/// too, and a custom mirror of the object has no effect.
///
/// Objects are held weakly. The publisher of a released object remains until the table has doubled in size.
@usableFromInline
enum ObservedObjects {
  private static let table = Locked(ObjectTable<ObservableObjectPublisher>())

  /// Returns the publisher of `object`, and creates it at the first call.
  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    if let known = known(of: object) { return known }
    let new = ObservableObjectPublisher()
    // The removed entries are returned, to be released after unlocking.
    let (publisher, _) = table.withLock { $0.add(new, for: object) }
    return publisher
  }

  /// Returns the publisher of `object`, if it exists.
  @usableFromInline
  static func known(of object: AnyObject) -> ObservableObjectPublisher? {
    table.withLock { $0[object] }
  }

  /// Returns the publisher of `object`, if `object` is an `ObservableObject`.
  @usableFromInline
  static func publisher(ofObservable object: AnyObject) -> ObservableObjectPublisher? {
    object is any ObservableObject ? publisher(of: object) : nil
  }
}
