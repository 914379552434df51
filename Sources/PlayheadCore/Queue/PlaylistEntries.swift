/// The entries of a playlist in playing order, each once.
struct PlaylistEntries<Entry: Hashable> {
  struct Traits {
    /// Whether the entry stays when playback leaves it.
    var isKept: Bool
    /// Whether it could not be opened when it was last current.
    var hasFailed = false
  }

  /// All entries, including those that were played and are kept.
  private(set) var order: [Entry] = []
  /// Changes with the order, unless entries are only appended.
  private(set) var arrangement = 0
  private(set) var traits: [Entry: Traits] = [:]
  private var failureCount = 0

  /// Whether no entry could be opened.
  var haveAllFailed: Bool { failureCount == order.count }

  func contains(_ entry: Entry) -> Bool { traits[entry] != nil }

  /// Whether an entry of the playlist stays when playback leaves it.
  func isKept(_ entry: Entry) -> Bool { traits[entry]?.isKept == true }

  /// Whether an entry of the playlist is removed when playback leaves it.
  func isTransient(_ entry: Entry) -> Bool { traits[entry]?.isKept == false }

  /// Inserts an entry unless the playlist contains it.
  mutating func insert(_ entry: Entry, at index: Int, isKept: Bool) {
    guard !contains(entry) else { return }
    traits[entry] = Traits(isKept: isKept)
    if index < order.endIndex { arrangement += 1 }
    order.insert(entry, at: index)
  }

  @discardableResult
  mutating func remove(at index: Int) -> Entry {
    let entry = order.remove(at: index)
    arrangement += 1
    if traits.removeValue(forKey: entry)?.hasFailed == true { failureCount -= 1 }
    return entry
  }

  /// Removes all entries but the one at an index; nil for all. Returns those that were removed.
  @discardableResult
  mutating func removeAll(except kept: Int?) -> [Entry] {
    let before = self
    self = PlaylistEntries()
    arrangement = before.arrangement + 1
    guard let kept else { return before.order }
    let entry = before.order[kept]
    (order, traits[entry]) = ([entry], before.traits[entry])
    failureCount = traits[entry]?.hasFailed == true ? 1 : 0
    return before.order.filter { $0 != entry }
  }

  mutating func move(from index: Int, to place: Int) {
    order.insert(order.remove(at: index), at: place)
    arrangement += 1
  }

  /// Sorts the entries, and returns their new indices. Returns nil without a change if they are not the same entries.
  mutating func sort(_ new: [Entry]) -> [Entry: Int]? {
    var places: [Entry: Int] = [:]
    for (place, entry) in new.enumerated() where contains(entry) { places[entry] = place }
    guard new.count == order.count, places.count == order.count else { return nil }
    order = new
    arrangement += 1
    return places
  }

  /// Records whether an entry could be opened.
  mutating func setFailed(_ entry: Entry, _ hasFailed: Bool) {
    guard let before = traits[entry], before.hasFailed != hasFailed else { return }
    traits[entry]?.hasFailed = hasFailed
    failureCount += hasFailed ? 1 : -1
  }
}
