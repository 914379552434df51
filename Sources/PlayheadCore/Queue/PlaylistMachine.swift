import PlayheadTimekeeping

/// Decides which entry of a playlist plays, when others are made, opened and left, and when each starts.
///
/// It does not call players. It returns effects, which the caller performs in order. An entry that is not kept is
/// removed when playback leaves it; a kept one can be played again. It is generic, so that its tests make no players.
struct PlaylistMachine<Entry: Hashable> {
  /// Whether a supervisor prepares each entry before it plays, and decides when it is left.
  let isSupervised: Bool
  /// The rate of the current entry. It does not change when the last entry ends.
  private(set) var rate = Rate.paused
  var actionAtItemEnd = ActionAtItemEnd.advance
  private(set) var preloading: PreloadPolicy
  /// How often the playlist is played, including the current time; nil for no limit.
  private(set) var playCount: Int? = 1
  var phase = Phase.idle
  var list = PlaylistEntries<Entry>()
  /// The next entry, if its player was loaded in advance.
  var next: (entry: Entry, isOpen: Bool)?
  /// Whether the current entry was read to where its playback ends.
  private var isRead = false
  /// The scheduled start, until an entry has ended after it.
  private var scheduled: Start?
  var effects: [Effect] = []

  init(isSupervised: Bool = false, preloading: PreloadPolicy = .atOnce) {
    self.isSupervised = isSupervised
    self.preloading = preloading
  }

  /// Removes and returns the next effect to perform.
  mutating func nextEffect() -> Effect? {
    effects.isEmpty ? nil : effects.removeFirst()
  }

  /// All entries in playing order, including those that were played and are kept.
  var entries: [Entry] { list.order }

  /// The index of the current entry, or nil if there is none or if it was removed and is being left.
  var currentIndex: Int? {
    switch phase {
    case .idle: nil
    case .opening(let index, _, _), .open(let index): index
    case .leaving(let departure): departure.index
    }
  }

  var currentEntry: Entry? {
    if case .leaving(let departure) = phase {
      departure.entry
    } else {
      currentIndex.map { entries[$0] }
    }
  }

  /// The current entry and those after it.
  var upcoming: [Entry] {
    guard let entry = currentEntry else { return [] }
    return currentIndex.map { Array(entries[$0...]) } ?? [entry]
  }

  /// The entry that plays at the rate of the queue, or will when it is open.
  var playingEntry: Entry? {
    switch phase {
    case .idle, .leaving: nil
    case .opening(let index, _, _): isSupervised ? nil : entries[index]
    case .open(let index): entries[index]
    }
  }

  /// The entry that is left, if the supervisor has not finished with it.
  var departure: Departure? { if case .leaving(let departure) = phase { departure } else { nil } }

  /// The index of the entry that was chosen instead of the current one, before that is left.
  var chosenIndex: Int? { departure?.chosen }

  /// The index of the entry that plays, or is about to; nil if there is none.
  var wantedIndex: Int? {
    if let chosen = chosenIndex, entries.indices.contains(chosen) { chosen } else { currentIndex }
  }

  // MARK: Requests

  /// Sets the rate. With an instant, the first entry that can be played starts then.
  mutating func setRate(_ rate: Rate, at instant: HostInstant? = nil) {
    let isNewRate = rate != self.rate
    self.rate = rate
    if let instant {
      scheduled = isOpen ? .notBefore(instant) : .at(instant)
      if case .opening(let index, let isGoingBack, _) = phase {
        phase = .opening(index, isGoingBack: isGoingBack, .at(instant))
      }
    } else if rate.isPaused {
      scheduled = nil
      if case .opening(let index, let isGoingBack, let start) = phase, start.isScheduled {
        phase = .opening(index, isGoingBack: isGoingBack, .now)
      }
    } else if isNewRate, isOpen {
      // The current entry starts at once.
      scheduled = nil
    }
  }

  mutating func setPreloading(_ policy: PreloadPolicy) {
    preloading = policy
    preload()
  }

  /// Sets how often the playlist is played, including the current time; nil for no limit.
  mutating func setPlayCount(_ count: Int?) {
    playCount = count
    preload()
  }

  /// Goes to the entry at an index, unless it is the current one. Returns false if there is none.
  @discardableResult mutating func go(to index: Int) -> Bool {
    guard entries.indices.contains(index) else { return false }
    if index != currentIndex || departure != nil { leave(for: index) }
    return true
  }

  /// Plays the entry at an index from its start, even if it is the current one. Returns false if there is none.
  mutating func play(at index: Int) -> Bool {
    guard entries.indices.contains(index) else { return false }
    leave(for: index)
    return true
  }

  /// Goes forward or back from the entry chosen last, around the ends if repeated. Returns false if there is no entry.
  @discardableResult mutating func move(by offset: Int) -> Bool {
    let index = (chosenIndex ?? currentIndex ?? entries.endIndex) + offset
    guard currentEntry != nil, isRepeated else { return go(to: index) }
    if index < 0 { return play(at: entries.endIndex - 1) }
    return index < entries.endIndex ? go(to: index) : play(at: wrap())
  }

  /// Leaves the current entry for the next one, or for the end of the playlist.
  mutating func advance() {
    if let index = chosenIndex ?? currentIndex { leave(for: index + 1) }
  }

  /// Leaves the current entry for none. The entries stay.
  mutating func stop() { leave(for: nil) }

  // MARK: Events of the players

  /// Records that a player is open.
  mutating func opened(_ entry: Entry) {
    if next?.entry == entry { next?.isOpen = true }
    guard entry == currentEntry, case .opening(let index, _, let start) = phase else { return }
    phase = .open(index)
    if case .at(let instant) = scheduled { scheduled = .notBefore(instant) }
    list.setFailed(entry, false)
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

  /// Leaves the current entry for the chosen or next one, which starts when it ended.
  ///
  /// Going back continues past an entry that was never open; otherwise nobody could go back past a damaged file.
  mutating func release(_ entry: Entry, endedAt instant: HostInstant? = nil) {
    guard entry == currentEntry else { return }
    let start = instant.map(Start.asOf) ?? .now
    if case .opening = phase, instant == nil { list.setFailed(entry, true) }
    switch phase {
    case .idle: return
    case .leaving(let departure):
      let chosen = if let chosen = departure.chosen { wrapped(chosen) } else { Int?.none }
      depart(to: chosen, start)
    case .opening(let index, true, _) where index > 0: depart(to: index - 1, start)
    case .opening(let index, _, _), .open(let index): depart(to: wrapped(index + 1), start)
    }
  }

  private var isOpen: Bool { if case .open = phase { true } else { false } }

  // MARK: Moving

  /// Whether the first entry follows the last one. It does not if no entry can be opened.
  private var isRepeated: Bool {
    (playCount.map { $0 > 1 } ?? true) && !list.haveAllFailed
  }

  /// Begins the next pass of the playlist. Returns the index of its first entry.
  private mutating func wrap() -> Int {
    playCount = playCount.map { $0 - 1 }
    return 0
  }

  /// Returns the index, or that of the first entry beyond the end of a playlist that is repeated.
  private mutating func wrapped(_ index: Int) -> Int {
    index >= entries.endIndex && isRepeated ? wrap() : index
  }

  /// Leaves the current entry for another one; nil for none.
  private mutating func leave(for index: Int?) {
    guard let entry = currentEntry else {
      if let index { begin(index) }
      return
    }
    guard isSupervised else { return depart(to: index, .now) }
    phase = .leaving(Departure(entry: entry, index: currentIndex, chosen: index))
  }

  /// Begins another entry; nil for none.
  mutating func depart(to index: Int?, _ start: Start) {
    guard let entry = currentEntry else { return }
    let current = currentIndex
    var index = index
    if let current, list.isTransient(entry) {
      drop(current)
      if let chosen = index, chosen > current { index = chosen - 1 }
    }
    let isGoingBack = if let index, let current { index < current } else { false }
    // A supervisor is finished with the entry. Otherwise the entry is finished last, so that a
    // subscriber to its completion finds the new current one.
    let isAgain = index.map { entries.indices.contains($0) && entries[$0] == entry } ?? false
    if isSupervised || isAgain { effects.append(.finish(entry)) }
    begin(index ?? entries.endIndex, isGoingBack: isGoingBack, start)
    if !isSupervised, !isAgain { effects.append(.finish(entry)) }
  }

  mutating func begin(_ index: Int, isGoingBack: Bool = false, _ start: Start = .now) {
    let loaded = next
    (next, isRead) = (nil, false)
    guard entries.indices.contains(index) else {
      phase = .idle
      unload(loaded?.entry)
      return effects.append(.publish(nil))
    }
    let entry = entries[index]
    let isOpen = loaded.map { $0.entry == entry && $0.isOpen } ?? false
    // The entry that has ended was started.
    if case .asOf = start { scheduled = nil }
    var start = scheduled ?? start
    // An entry that is not open in time starts late anyway.
    if isSupervised, !isOpen, case .asOf = start { start = .now }
    phase = .opening(index, isGoingBack: isGoingBack, start)
    if loaded?.entry != entry { unload(loaded?.entry) }
    effects.append(.publish(entry))
    effects.append(isSupervised ? .open(entry) : .play(entry, start))
    preload()
  }

  /// Loads the entry that plays next, if it is time for that.
  mutating func preload() {
    let isDue =
      switch preloading {
      case .atOnce: true
      case .whenCurrentItemIsRead: isRead
      case .never: false
      }
    guard isDue, departure == nil, let current = currentIndex else { return }
    var index = current + 1
    if index == entries.endIndex, isRepeated { index = 0 }
    let entry = entries.indices.contains(index) && index != current ? entries[index] : nil
    if next?.entry == entry { return }
    unload(next?.entry)
    next = entry.map { ($0, false) }
    if let entry { effects.append(.load(entry)) }
  }

  /// Releases the player of a kept entry that does not play next after all. Other entries have only one player.
  private mutating func unload(_ entry: Entry?) {
    guard let entry, list.isKept(entry) else { return }
    effects.append(.finish(entry))
  }
}
