/// Values that belong to objects, which are held weakly: pure state.
struct ObjectTable<Value> {
  struct Entry {
    weak var object: AnyObject?
    let value: Value
  }

  /// What was taken out, to be released after the lock: objects too, since looking at one that is
  /// held weakly may make us its last holder.
  struct Dropped {
    var entries: [ObjectIdentifier: Entry] = [:]
    var objects: [AnyObject] = []
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var limit = 32

  init() {}

  /// How many entries there are, of objects that are gone too.
  var count: Int { entries.count }

  /// The value of `object`, which the caller holds.
  subscript(object: AnyObject) -> Value? {
    // An object that is gone may have had the same identity.
    guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
    return entry.value
  }

  /// Adds a value, unless `object`, which the caller holds, has one; the one that counts.
  mutating func add(_ value: Value, for object: AnyObject) -> (Value, Dropped) {
    if let known = self[object] { return (known, Dropped()) }
    var dropped = entries.count >= limit ? sweep() : Dropped()
    let identifier = ObjectIdentifier(object)
    dropped.entries[identifier] = entries.updateValue(
      Entry(object: object, value: value), forKey: identifier)
    return (value, dropped)
  }

  /// Takes out what belongs to objects that are gone.
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
