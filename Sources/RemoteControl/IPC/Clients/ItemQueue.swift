/// The items that wait for a client, in order.
///
/// Adding and removing an item takes constant time on average, however many wait.
struct ItemQueue {
  /// The items that are removed first, in reverse order.
  private var older: [ClientItem] = []
  private var newer: [ClientItem] = []

  mutating func append(_ item: ClientItem) {
    // Of updates that wait, the newest says all.
    if case .progress = item, case .progress = newer.last { newer.removeLast() }
    newer.append(item)
  }

  /// Removes and returns the first item; nil if there is none.
  mutating func popFirst() -> ClientItem? {
    if older.isEmpty {
      older = newer.reversed()
      newer.removeAll(keepingCapacity: false)
    }
    return older.popLast()
  }
}
