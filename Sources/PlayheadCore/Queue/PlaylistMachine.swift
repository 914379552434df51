import Timekeeping

/// Decides which entry of a playlist plays, when others are made, opened and left, and when each
/// starts.
///
/// It does not call players. It returns effects, which the caller performs in order. An entry that
/// is not kept is removed when playback leaves it; a kept one can be played again.
struct PlaylistMachine<Entry: Hashable> {
  /// Whether a supervisor prepares each entry before it plays, and decides when it is left.
  let isSupervised: Bool
  /// The rate of the current entry. It does not change when the last entry ends.
  private(set) var rate = Rate.paused
  var actionAtItemEnd = ActionAtItemEnd.advance
  private(set) var preloading: PreloadPolicy
  private var phase = Phase.idle
  private var items: [Item] = []
  private var members: Set<Entry> = []
  /// The next entry, if its player was loaded in advance.
  private var next: (entry: Entry, isOpen: Bool)?
  /// Whether the current entry was read to where its playback ends.
  private var isRead = false
  /// The instant for which the first start is scheduled.
  private var scheduled: HostInstant?
  private var effects: [Effect] = []

  init(isSupervised: Bool = false, preloading: PreloadPolicy = .atOnce) {
    self.isSupervised = isSupervised
    self.preloading = preloading
  }

  /// Removes and returns the next effect to perform.
  mutating func takeEffect() -> Effect? {
    effects.isEmpty ? nil : effects.removeFirst()
  }

  /// All entries in playing order, including those that were played and are kept.
  var entries: [Entry] { items.map(\.entry) }

  /// The index of the current entry, or nil if there is none.
  var currentIndex: Int? {
    switch phase {
    case .idle: nil
    case .opening(let index, _, _), .open(let index), .leaving(let index, _): index
    }
  }

  var currentEntry: Entry? { currentIndex.map { items[$0].entry } }

  /// The current entry and those after it.
  var upcoming: [Entry] { currentIndex.map { items[$0...].map(\.entry) } ?? [] }

  /// The entry that plays at the rate of the queue, or will when it is open.
  var playingEntry: Entry? {
    switch phase {
    case .idle, .leaving: nil
    case .opening(let index, _, _): isSupervised ? nil : items[index].entry
    case .open(let index): items[index].entry
    }
  }

  /// The index of the entry that was chosen instead of the current one, before that is left.
  var chosenIndex: Int? { if case .leaving(_, let index) = phase { index } else { nil } }

  // MARK: Requests

  /// Sets the rate. With an instant, the first entry that can be played starts then.
  mutating func setRate(_ rate: Rate, at instant: HostInstant? = nil) {
    self.rate = rate
    if let instant {
      scheduled = instant
      if case .opening(let index, let isGoingBack, _) = phase {
        phase = .opening(index, isGoingBack: isGoingBack, .at(instant))
      }
    } else if rate.isPaused {
      scheduled = nil
      if case .opening(let index, let isGoingBack, .at) = phase {
        phase = .opening(index, isGoingBack: isGoingBack, .now)
      }
    }
  }

  mutating func setPreloading(_ policy: PreloadPolicy) {
    preloading = policy
    preload()
  }

  /// Inserts an entry after another, or at the end if `other` is nil. Returns false, without a
  /// change, if the playlist already contains it or does not contain `other`.
  @discardableResult mutating func insert(
    _ entry: Entry, after other: Entry?, isKept: Bool = false
  ) -> Bool {
    guard !members.contains(entry) else { return false }
    var place = items.endIndex
    if let other {
      guard let index = index(of: other) else { return false }
      place = index + 1
    }
    members.insert(entry)
    items.insert(Item(entry: entry, isKept: isKept), at: place)
    if let current = currentIndex {
      if place <= current { shift(by: 1) } else { shiftChoice(from: place, by: 1) }
      preload()
    } else if place == items.endIndex - 1 {
      begin(place)
    }
    return true
  }

  /// Removes an entry. If it is the current one, the next one starts.
  mutating func remove(_ entry: Entry) {
    guard members.contains(entry), let index = index(of: entry) else { return }
    if index == currentIndex { items[index].isKept = false }
    guard let current = currentIndex, index != current else {
      return currentIndex == nil ? drop(index) : depart(to: index + 1, .now)
    }
    drop(index)
    if index < current { shift(by: -1) } else { shiftChoice(from: index, by: -1) }
    preload()
    // Finish the entry last, so that a subscriber to its completion finds the new current one.
    effects.append(.finish(entry))
  }

  mutating func removeAll() {
    // Of the entries that are kept, only these have a player.
    let removed = items.filter { item in
      !item.isKept || item.entry == currentEntry || item.entry == next?.entry
    }
    let wasEmpty = items.isEmpty
    (items, members, next, phase) = ([], [], nil, .idle)
    if !wasEmpty { effects.append(.publish(nil)) }
    effects += removed.map { .finish($0.entry) }
  }

  /// Goes to the entry at an index, unless it is the current one. Returns false, without a change,
  /// if there is none.
  @discardableResult mutating func go(to index: Int) -> Bool {
    guard items.indices.contains(index) else { return false }
    if index != currentIndex || chosenIndex != nil { leave(for: index) }
    return true
  }

  /// Goes forward or back by a number of entries, counted from the entry that was chosen last.
  /// Returns false, without a change, if there is no such entry.
  @discardableResult mutating func move(by offset: Int) -> Bool {
    go(to: (chosenIndex ?? currentIndex ?? items.endIndex) + offset)
  }

  /// Leaves the current entry for the next one, or for the end of the playlist.
  mutating func advance() {
    if let index = currentIndex { leave(for: index + 1) }
  }

  // MARK: Events of the players

  /// Records that a player is open.
  mutating func opened(_ entry: Entry) {
    if next?.entry == entry { next?.isOpen = true }
    guard entry == currentEntry, case .opening(let index, _, let start) = phase else { return }
    (phase, scheduled) = (.open(index), nil)
    if isSupervised { effects.append(.play(entry, start)) }
  }

  /// Records that the current entry was read to where its playback ends.
  mutating func read(_ entry: Entry) {
    guard entry == currentEntry else { return }
    isRead = true
    preload()
  }

  /// Records that the current entry reached its end at `instant`.
  mutating func ended(_ entry: Entry, at instant: HostInstant) {
    guard entry == currentEntry, !isSupervised, actionAtItemEnd == .advance else { return }
    release(entry, endedAt: instant)
  }

  /// Records that the current entry cannot be made, opened or read.
  mutating func failed(_ entry: Entry) {
    guard entry == currentEntry, !isSupervised else { return }
    release(entry)
  }

  /// Leaves the current entry for the chosen one or the next one, which starts when it ended. If
  /// the playlist went back to an entry that was never open, goes further back: otherwise nobody
  /// could go back past an entry that cannot be played.
  mutating func release(_ entry: Entry, endedAt instant: HostInstant? = nil) {
    guard entry == currentEntry else { return }
    let start = instant.map(Start.asOf) ?? .now
    switch phase {
    case .idle: return
    case .leaving(_, let chosen): depart(to: chosen, start)
    case .opening(let index, true, _) where index > 0: depart(to: index - 1, start)
    case .opening(let index, _, _), .open(let index): depart(to: index + 1, start)
    }
  }

  // MARK: Moving

  private mutating func leave(for index: Int) {
    guard let current = currentIndex else { return begin(index) }
    if isSupervised { phase = .leaving(current, to: index) } else { depart(to: index, .now) }
  }

  private mutating func depart(to index: Int, _ start: Start) {
    guard let current = currentIndex else { return }
    let entry = items[current].entry
    var index = index
    if !items[current].isKept {
      drop(current)
      if index > current { index -= 1 }
    }
    let isGoingBack = index < current
    // A supervisor is finished with the entry. Otherwise the entry is finished last, so that a
    // subscriber to its completion finds the new current one.
    if isSupervised { effects.append(.finish(entry)) }
    begin(index, isGoingBack: isGoingBack, start)
    if !isSupervised { effects.append(.finish(entry)) }
  }

  private mutating func begin(_ index: Int, isGoingBack: Bool = false, _ start: Start = .now) {
    let loaded = next
    (next, isRead) = (nil, false)
    guard items.indices.contains(index) else {
      phase = .idle
      unload(loaded?.entry)
      return effects.append(.publish(nil))
    }
    let entry = items[index].entry
    let isOpen = loaded.map { $0.entry == entry && $0.isOpen } ?? false
    var start = scheduled.map(Start.at) ?? start
    // An entry that is not open in time starts late anyway.
    if isSupervised, !isOpen, case .asOf = start { start = .now }
    phase = .opening(index, isGoingBack: isGoingBack, start)
    if loaded?.entry != entry { unload(loaded?.entry) }
    effects.append(.publish(entry))
    effects.append(isSupervised ? .open(entry) : .play(entry, start))
    preload()
  }

  private mutating func preload() {
    let isDue =
      switch preloading {
      case .atOnce: true
      case .whenCurrentItemIsRead: isRead
      case .never: false
      }
    guard isDue, let current = currentIndex, chosenIndex == nil,
      items.indices.contains(current + 1)
    else { return }
    let entry = items[current + 1].entry
    if next?.entry == entry { return }
    unload(next?.entry)
    next = (entry, false)
    effects.append(.load(entry))
  }

  /// Releases the player of an entry that does not play next after all. One that is not kept has
  /// its only player.
  private mutating func unload(_ entry: Entry?) {
    guard let entry, let index = index(of: entry), items[index].isKept else { return }
    effects.append(.finish(entry))
  }

  // MARK: Indices

  private func index(of entry: Entry) -> Int? { items.firstIndex { $0.entry == entry } }

  private mutating func drop(_ index: Int) {
    if next?.entry == items[index].entry { next = nil }
    members.remove(items.remove(at: index).entry)
  }

  /// Adjusts the index of the current entry.
  private mutating func shift(by offset: Int) {
    switch phase {
    case .idle: break
    case .opening(let index, let isGoingBack, let start):
      phase = .opening(index + offset, isGoingBack: isGoingBack, start)
    case .open(let index): phase = .open(index + offset)
    case .leaving(let index, let chosen): phase = .leaving(index + offset, to: chosen + offset)
    }
  }

  /// Adjusts the index of the chosen entry, if it lies behind a place.
  private mutating func shiftChoice(from place: Int, by offset: Int) {
    guard case .leaving(let index, let chosen) = phase else { return }
    guard chosen > place || (offset > 0 && chosen == place) else { return }
    phase = .leaving(index, to: chosen + offset)
  }
}
