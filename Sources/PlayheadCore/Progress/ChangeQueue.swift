import PortableCombine

/// The discontinuities that a subscription has not delivered yet, in order.
///
/// It holds at most 32. If it is full, the newest replaces the last.
struct ChangeQueue {
  /// A discontinuity that has not been delivered.
  struct Entry {
    var change: PlaybackChange
    /// Whether there was demand when it came. Otherwise it is delivered with the position of its delivery, unless
    /// another discontinuity has followed.
    var isRequested: Bool
    /// The player after the discontinuity before it.
    var before: PlaybackReading
    /// Whether the boundaries before it have been skipped.
    var hasSkippedBoundaries: Bool
  }

  /// The number of discontinuities that may wait for a slow queue.
  static let capacity = 32

  /// Whether the newest discontinuity is kept until there is demand.
  let keepsNewest: Bool
  private(set) var entries: [Entry] = []
  /// The player after the newest change that was recorded.
  private var newest: PlaybackReading

  init(keepsNewest: Bool, from reading: PlaybackReading) {
    self.keepsNewest = keepsNewest
    newest = reading
  }

  /// The sequence number of the newest recorded change. A reading with a newer one is of a timeline not known yet.
  var sequence: Int { newest.sequence }

  var isEmpty: Bool { entries.isEmpty }

  /// Continues from a reading without the changes that it includes.
  mutating func restart(at reading: PlaybackReading) {
    newest = reading
  }

  /// The number of entries that the queue may hold. Boundaries between discontinuities use demand, too.
  func room(for demand: Subscribers.Demand, deliversBoundaries: Bool) -> Int {
    let requested = deliversBoundaries ? .max : demand.max ?? .max
    return max(keepsNewest ? 1 : 0, min(requested, ChangeQueue.capacity))
  }

  /// Appends a change, replacing the last entries if the queue is full. `room` is the greatest number of entries.
  mutating func append(
    _ change: PlaybackChange, room: Int, isRequested: Bool, hasSkippedBoundaries: Bool
  ) {
    if room > 0 {
      if entries.count >= room { entries.removeLast(entries.count - room + 1) }
      entries.append(
        Entry(
          change: change, isRequested: isRequested, before: newest,
          hasSkippedBoundaries: hasSkippedBoundaries))
    }
    newest = change.reading
  }

  /// Marks the boundaries before every entry as skipped. Calls `body` with each change not marked before, in order.
  mutating func skipBoundaries(_ body: (PlaybackChange) -> Void) {
    for index in entries.indices where !entries[index].hasSkippedBoundaries {
      body(entries[index].change)
      entries[index].hasSkippedBoundaries = true
    }
  }

  /// Drops all entries, except the newest if it is kept until there is demand.
  mutating func dropUnrequested() {
    if entries.isEmpty { return }
    entries.removeFirst(keepsNewest ? entries.count - 1 : entries.count)
  }

  mutating func removeFirst() {
    entries.removeFirst()
  }

  /// The frames that were read before reading restarted, of the first entry that has any.
  var framesBeforeRestart: FrameBoundaryFeed? {
    entries.lazy.compactMap(\.change.frames.left).first
  }
}
