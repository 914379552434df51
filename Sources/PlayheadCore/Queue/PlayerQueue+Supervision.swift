import PlayheadTimekeeping

/// What a supervisor uses.
extension PlayerQueue {
  /// Begins to play the first entry, prepared by a supervisor, which the queue does not retain.
  package func supervise(by supervisor: any PlayerQueueSupervisor) {
    let routine = state.withLock { state in
      state.supervisor = supervisor
      return state.routine
    }
    routine?.wake()
  }

  /// The entries, the current one and its player, all of the same instant.
  package struct List {
    /// All entries, in playing order.
    package var entries: [Entry]
    /// Changes with the entries, unless some are only appended.
    package var arrangement: Int
    /// The index of the entry that plays, or is about to; nil if there is none.
    package var currentIndex: Int?
    /// The player of that entry; nil while there is none yet.
    package var player: Player?
  }

  package var list: List {
    state.withLock { state in
      let machine = state.machine
      let isCurrent = machine.departure == nil || machine.wantedIndex == machine.currentIndex
      return List(
        entries: machine.entries, arrangement: machine.list.arrangement,
        currentIndex: machine.wantedIndex,
        player: isCurrent ? machine.currentEntry.flatMap { state.player(of: $0) } : nil)
    }
  }

  /// Returns the index of an entry and the number of entries; nil if the queue does not contain it.
  package func index(of entry: Entry) -> (index: Int, count: Int)? {
    state.withLock { state in
      let machine = state.machine
      // A fast way, because this is called for each entry that begins.
      if let current = machine.currentIndex, machine.entries[current] == entry {
        return (current, machine.entries.count)
      }
      return machine.index(of: entry).map { ($0, machine.entries.count) }
    }
  }

  /// The current entry, if the supervisor must leave it, and the offset to the chosen one; nil if it was removed.
  package var departure: (entry: Entry, offset: Int?)? {
    state.withLock { state in
      state.machine.departure.map { departure in
        let offset = departure.index.flatMap { index in departure.chosen.map { $0 - index } }
        return (departure.entry, offset)
      }
    }
  }

  /// Leaves an entry, if it is current, for the chosen or next one, which starts at the instant when it ended.
  package func leave(_ entry: Entry, endedAt instant: HostInstant?) {
    update { $0.release(entry, endedAt: instant) }
  }

  /// Goes forward or back by a number of entries from the entry chosen last, if there is such an entry.
  package func move(by offset: Int) -> Bool {
    update { $0.move(by: offset) }
  }

  /// Plays the entry at an index from its start, even if it is the current one. Returns false if there is none.
  package func play(at index: Int) -> Bool {
    update { $0.play(at: index) }
  }

  /// Appends entries, none of which is in the queue. The first of them begins if nothing plays and `plays` is true.
  package func append(_ entries: [Entry], plays: Bool) {
    update { $0.append(entries, plays: plays) }
  }

  /// Replaces all entries, and plays the first new one. Without new ones, playback stops.
  package func replaceEntries(with entries: [Entry]) {
    let removed = update { $0.replaceAll(with: entries) }
    withExtendedLifetime(removed) {}
  }

  /// Leaves the current entry, and plays none. All entries stay in the queue.
  package func stop() {
    update { $0.stop() }
  }

  /// Removes the entry at an index, if there is one. If it plays, the next one follows.
  package func removeEntry(at index: Int) -> Bool {
    let removed = update { machine -> Entry? in
      guard machine.entries.indices.contains(index) else { return nil }
      let entry = machine.entries[index]
      machine.remove(at: index)
      return entry
    }
    return removed != nil
  }

  /// Sorts the entries, while the current item continues. Returns false if they are not exactly those of the queue.
  package func reorder(_ entries: [Entry]) -> Bool {
    update { $0.reorder(entries) }
  }

  /// Removes all entries but the one that plays or is about to.
  package func removeOtherEntries() {
    let removed = update { $0.clear() }
    withExtendedLifetime(removed) {}
  }

  /// How often the list is played, including the current time; nil for no limit.
  package var playCount: Int? {
    get { state.withLock { $0.machine.playCount } }
    set { update { $0.setPlayCount(newValue) } }
  }
}
