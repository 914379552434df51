/// An object with a publisher that publishes before the object changes.
///
/// Setting a `@Published` property of the object, or of its superclass, publishes automatically,
/// unless the object declares its own `objectWillChange`.
public protocol ObservableObject: AnyObject {
  /// The type of the publisher.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// A publisher that publishes before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// A publisher that publishes before the object changes.
  ///
  /// It is created at the first access, and is the same at each later one.
  public var objectWillChange: ObservableObjectPublisher {
    ObservedObjects.publisher(of: self)
  }
}
