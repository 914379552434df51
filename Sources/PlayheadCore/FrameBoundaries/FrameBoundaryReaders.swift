import PlayheadTimekeeping

/// The subscriptions that follow frames: which frames are kept for them, and which of them wait for the next one.
struct FrameBoundaryReaders {
  private struct Reader {
    var request: FrameBoundaryCursor.Request
    var isWaiting: Bool
  }

  private var readers: [ObjectIdentifier: Reader] = [:]
  /// The position from which frames are kept; nil if no subscription needs any.
  private(set) var needed: MediaTime?

  /// Adds a subscription, or updates the frames that it reads next. Removes it if it no longer listens.
  mutating func update(
    _ id: ObjectIdentifier, _ request: FrameBoundaryCursor.Request, _ feed: FrameBoundaryFeed
  ) {
    guard request.isListening else { return remove(id) }
    let hasNext = feed.first(request.kind, from: request.start) != nil
    readers[id] = Reader(request: request, isWaiting: !hasNext && !feed.isComplete)
    findNeeded()
  }

  mutating func remove(_ id: ObjectIdentifier) {
    if readers.removeValue(forKey: id) != nil { findNeeded() }
  }

  /// Returns the subscriptions whose next frame has been read, or all at the end. They no longer wait.
  mutating func wakeReady(_ feed: FrameBoundaryFeed) -> [ObjectIdentifier] {
    if readers.isEmpty { return [] }
    var ready: [ObjectIdentifier] = []
    for (id, reader) in readers where reader.isWaiting {
      guard feed.isComplete || feed.first(reader.request.kind, from: reader.request.start) != nil
      else { continue }
      readers[id]?.isWaiting = false
      ready.append(id)
    }
    return ready
  }

  private mutating func findNeeded() {
    needed = readers.values.lazy.map(\.request.start.position).min()
  }
}
