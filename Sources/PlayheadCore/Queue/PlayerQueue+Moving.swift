/// The entries of a queue, and moving among them.
extension PlayerQueue {
  /// All entries, in playing order, including those that were played and stay in the queue.
  public var entries: [Entry] { state.withLock { $0.machine.entries } }

  /// The index of the current entry in `entries`; nil before the first and after the last one.
  public var currentIndex: Int? { state.withLock { $0.machine.currentIndex } }

  /// Inserts an entry after `other`, or at the end of the queue if `other` is nil.
  ///
  /// - Parameters:
  ///   - entry: The entry to insert.
  ///   - other: An entry of the queue, or nil.
  /// - Returns: False if the queue is unchanged, because it already contains `entry` or does not
  ///   contain `other`.
  @discardableResult public func insert(_ entry: Entry, after other: Entry?) -> Bool {
    update { $0.insert(entry, after: other, isKept: entry.isKept) }
  }

  /// Appends the entries that the queue does not contain yet.
  ///
  /// - Parameter entries: The entries, in playing order.
  public func append(_ entries: [Entry]) {
    update { machine in
      for entry in entries { machine.insert(entry, after: nil, isKept: entry.isKept) }
    }
  }

  /// Removes an entry. If it is the current one, the next one plays.
  ///
  /// - Parameter entry: The entry. Nothing happens if the queue does not contain it.
  public func remove(_ entry: Entry) {
    update { $0.remove(entry) }
  }

  /// Moves an entry to another place in the queue. The current item continues.
  ///
  /// - Parameters:
  ///   - index: The index of the entry in `entries`.
  ///   - target: The index of the entry before which it is placed, or the number of entries for the
  ///     end of the queue.
  /// - Returns: False if the queue is unchanged, because there is no such entry or place.
  @discardableResult public func moveEntry(from index: Int, to target: Int) -> Bool {
    update { $0.move(from: index, to: target) }
  }

  /// Finishes the current item before its end, and plays the next one.
  public func advanceToNextItem() {
    update { $0.advance() }
  }

  /// Finishes the current item, and plays the previous entry from its start. If that cannot be
  /// played, plays the entry before it.
  ///
  /// - Returns: False if the queue is unchanged, because there is no previous entry.
  @discardableResult public func goBack() -> Bool {
    update { $0.move(by: -1) }
  }

  /// Finishes the current item, and plays another entry from its start. Does nothing if it is the current one.
  ///
  /// - Parameter index: The index of the entry in `entries`.
  /// - Returns: False if the queue is unchanged, because there is no such entry.
  @discardableResult public func go(to index: Int) -> Bool {
    update { $0.go(to: index) }
  }
}
