/// An object that tells before it changes.
///
/// Setting a `@Published` property of it, or of a superclass, tells by itself, unless the object
/// has an `objectWillChange` of its own.
///
/// Source of the rule: Apple's documentation of `ObservableObject`.
public protocol ObservableObject: AnyObject {
  /// The type of the publisher that tells.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// Tells that the object is about to change.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Tells that the object is about to change: the same publisher at each reading, made at the
  /// first.
  public var objectWillChange: ObservableObjectPublisher {
    ObservedObjects.publisher(of: self)
  }
}
