/// The latest value of one publisher. A class, because elements of a parameter pack cannot be
/// assigned individually.
///
/// Accessed only under the lock of its subscription.
@usableFromInline
final class LatestCell<Value> {
  @usableFromInline private(set) var value: Value?

  @inlinable
  init() {}

  /// Stores a value and returns the value that it replaces.
  @inlinable
  func exchange(_ new: Value) -> Value? {
    let replaced = value
    value = new
    return replaced
  }

  /// Moves the value into an empty cell.
  @inlinable
  func move(to other: LatestCell) {
    other.value = value.take()
  }
}
