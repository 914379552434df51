/// A table of values that belong to weakly held objects.
struct ObjectTable<Value> {
  struct Entry {
    weak var object: AnyObject?
    let value: Value
  }

  /// The removed entries, to be released after unlocking.
  ///
  /// It also holds the objects that are still alive: reading a weak reference retains the object,
  /// and can make this the last reference.
  struct Dropped {
    var entries: [ObjectIdentifier: Entry] = [:]
    var objects: [AnyObject] = []
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var limit = 32

  init() {}

  /// The number of entries, including those of released objects.
  var count: Int { entries.count }

  /// The value of `object`, which the caller retains.
  subscript(object: AnyObject) -> Value? {
    // A released object may have had the same address.
    guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
    return entry.value
  }

  /// Returns the value of an object that the caller retains, after adding it if there is none, and removed entries.
  mutating func add(_ value: Value, for object: AnyObject) -> (Value, Dropped) {
    if let known = self[object] { return (known, Dropped()) }
    var dropped = entries.count >= limit ? sweep() : Dropped()
    let identifier = ObjectIdentifier(object)
    dropped.entries[identifier] = entries.updateValue(
      Entry(object: object, value: value), forKey: identifier)
    return (value, dropped)
  }

  /// Removes the entries of released objects.
  private mutating func sweep() -> Dropped {
    var dropped = Dropped()
    for (identifier, entry) in entries {
      if let object = entry.object {
        dropped.objects.append(object)
      } else {
        dropped.entries[identifier] = entry
      }
    }
    for identifier in dropped.entries.keys { entries[identifier] = nil }
    limit = max(32, 2 * entries.count)
    return dropped
  }
}
