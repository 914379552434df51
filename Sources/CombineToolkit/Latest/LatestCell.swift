/// One publisher's latest value: an object, as a place in a pack has no name.
///
/// Reached under the lock of the subscription that it belongs to.
final class LatestCell<Value> {
  private(set) var value: Value?

  init() {}

  /// Takes in a value; the one it replaces.
  func exchange(_ new: Value) -> Value? {
    let replaced = value
    value = new
    return replaced
  }

  /// Moves the value into an empty cell.
  func move(to other: LatestCell) {
    other.value = value.take()
  }
}
