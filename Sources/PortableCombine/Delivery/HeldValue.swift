/// An object that stores a value of any type, such as a subscriber.
@usableFromInline
final class HeldValue<Value> {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
