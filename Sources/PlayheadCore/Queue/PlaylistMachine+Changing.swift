/// Changes of the list of entries. The current and the chosen entry stay the same ones.
extension PlaylistMachine {
  /// Inserts an entry after another one, or at the end, where it begins if the playlist is over.
  ///
  /// Returns false, without a change, if the playlist already contains it or does not contain `other`.
  @discardableResult mutating func insert(
    _ entry: Entry, after other: Entry?, isKept: Bool = false
  ) -> Bool {
    guard !list.contains(entry) else { return false }
    let end = entries.endIndex
    var place = end
    if let other {
      guard let index = index(of: other) else { return false }
      place = index + 1
    }
    list.insert(entry, at: place, isKept: isKept)
    if case .idle = phase {
      if place == end { begin(place) }
    } else {
      // The end of the playlist stays where it was, so that the new entry plays.
      reindex { $0 >= place && $0 < end ? $0 + 1 : $0 }
      preload()
    }
    return true
  }

  /// Appends new entries that are kept. The first of them begins if nothing plays and `plays` is true.
  mutating func append(_ new: [Entry], plays: Bool) {
    let place = entries.endIndex
    for entry in new { list.insert(entry, at: entries.endIndex, isKept: true) }
    guard place < entries.endIndex else { return }
    switch phase {
    case .idle: if plays { begin(place) }
    case .leaving(var departure):
      // The end of the playlist was chosen, or nothing.
      guard departure.chosen.map({ $0 >= place }) ?? plays else { return }
      departure.chosen = plays ? place : entries.endIndex
      phase = .leaving(departure)
    case .opening, .open: preload()
    }
  }

  /// Removes an entry. If it is the current one, the next one starts.
  mutating func remove(_ entry: Entry) {
    guard list.contains(entry), let index = index(of: entry) else { return }
    remove(at: index)
  }

  /// Removes the entry at an index, which must be valid. After the current one, the next one starts.
  mutating func remove(at index: Int) {
    let entry = entries[index]
    let isLoaded = list.isTransient(entry) || next?.entry == entry
    if index == currentIndex, departure == nil {
      phase = .leaving(Departure(entry: entry, index: nil, chosen: index))
      drop(index)
      if !isSupervised { depart(to: index, .now) }
      return
    }
    let isLeft = index == currentIndex
    drop(index)
    reindex { $0 > index ? $0 - 1 : $0 }
    if case .leaving(var departure) = phase, isLeft {
      departure.index = nil
      phase = .leaving(departure)
      return
    }
    preload()
    // Finish the entry last, so that a subscriber to its completion finds the new current one.
    if isLoaded { effects.append(.finish(entry)) }
  }

  /// Moves an entry before the one at another index, or to the end. Returns false, without a change, if there is none.
  mutating func move(from index: Int, to target: Int) -> Bool {
    guard entries.indices.contains(index), (0...entries.endIndex).contains(target) else {
      return false
    }
    let place = target > index ? target - 1 : target
    guard place != index else { return true }
    let end = entries.endIndex
    list.move(from: index, to: place)
    reindex { old in
      if old == index { return place }
      if old == end { return end }
      let rest = old > index ? old - 1 : old
      return rest >= place ? rest + 1 : rest
    }
    preload()
    return true
  }

  /// Sorts the entries. Returns false, without a change, if the new ones are not those of the playlist.
  mutating func reorder(_ new: [Entry]) -> Bool {
    let old = entries
    guard let places = list.sort(new) else { return false }
    reindex { index in index < old.count ? places[old[index]] ?? index : index }
    preload()
    return true
  }

  /// Replaces all entries by others, which are kept, and plays the first one. The caller must release those returned.
  mutating func replaceAll(with new: [Entry]) -> [Entry] {
    let current = currentEntry
    let removed = discard(except: nil)
    for entry in new { list.insert(entry, at: entries.endIndex, isKept: true) }
    let chosen = entries.isEmpty ? nil : 0
    guard let current else {
      if let chosen { begin(chosen) }
      return removed
    }
    phase = .leaving(Departure(entry: current, index: nil, chosen: chosen))
    if !isSupervised { depart(to: chosen, .now) }
    return removed
  }

  /// Removes all entries except the one that plays or will play. The caller must release those returned.
  mutating func clear() -> [Entry] {
    let wanted = wantedIndex
    let (isLeft, isChosen) = (departure?.index == wanted, departure?.chosen == wanted)
    let removed = discard(except: wanted)
    switch phase {
    case .idle: break
    case .opening(_, let isGoingBack, let start):
      phase = .opening(0, isGoingBack: isGoingBack, start)
    case .open: phase = .open(0)
    case .leaving(var departure):
      departure.index = isLeft && wanted != nil ? 0 : nil
      if departure.chosen != nil { departure.chosen = isChosen ? 0 : entries.endIndex }
      phase = .leaving(departure)
    }
    return removed
  }

  /// Removes all entries at once, so that nothing plays. Returns them for the caller to release.
  @discardableResult mutating func removeAll() -> [Entry] {
    // Of the entries that are kept, only these have a player.
    let loaded = [currentEntry, next?.entry].compactMap(\.self)
    let removed = entries
    let finished = removed.filter { list.isTransient($0) || loaded.contains($0) }
    let wasIdle = if case .idle = phase { removed.isEmpty } else { false }
    let left = departure.flatMap { $0.index == nil ? $0.entry : nil }
    list.removeAll(except: nil)
    (next, phase) = (nil, .idle)
    if !wasIdle { effects.append(.publish(nil)) }
    effects += (finished + [left].compactMap(\.self)).map { .finish($0) }
    return removed
  }

  // MARK: Indices

  func index(of entry: Entry) -> Int? { entries.firstIndex(of: entry) }

  /// Removes an entry from the list, without a change of the indices in the phase.
  mutating func drop(_ index: Int) {
    if next?.entry == list.remove(at: index) { next = nil }
  }

  /// Removes all entries but one, and finishes those that have a player, except the current one.
  private mutating func discard(except kept: Int?) -> [Entry] {
    let (current, loaded, before) = (currentEntry, next?.entry, list)
    let removed = list.removeAll(except: kept)
    for entry in removed where entry != current {
      if before.isTransient(entry) || entry == loaded { effects.append(.finish(entry)) }
    }
    if let loaded, !list.contains(loaded) { next = nil }
    return removed
  }

  /// Adjusts the indices of the current and of the chosen entry.
  private mutating func reindex(_ new: (Int) -> Int) {
    switch phase {
    case .idle: break
    case .opening(let index, let isGoingBack, let start):
      phase = .opening(new(index), isGoingBack: isGoingBack, start)
    case .open(let index): phase = .open(new(index))
    case .leaving(var departure):
      (departure.index, departure.chosen) = (departure.index.map(new), departure.chosen.map(new))
      phase = .leaving(departure)
    }
  }
}
