/// The changes that wait to be published, in order.
///
/// A player may report more than subscribers can take. So of several corrections in a row only the last one remains.
/// Beyond a number of changes, each one replaces the last one of its kind, and items that have begun and are left are
/// not published.
struct AttachmentEvents {
  /// The number of changes beyond which not every one is published.
  static let greatestCount = 1_000
  private static let kindCount = 10

  private var events: [AttachmentMachine.Event] = []
  /// The index of the next one.
  private var first = 0
  /// The index of the beginning of the item that was added last; nil if it is not in the queue.
  private var itemStart: Int?

  init() {}

  /// Creates a queue with one change.
  init(_ event: AttachmentMachine.Event) { events = [event] }

  var count: Int { events.count - first }

  mutating func append(_ event: AttachmentMachine.Event) {
    if count >= Self.greatestCount { return appendToFull(event) }
    if count > 0, let last = events.last, let both = event.merged(with: last) {
      events[events.count - 1] = both
    } else {
      add(event)
    }
  }

  private mutating func add(_ event: AttachmentMachine.Event) {
    if case .began = event { itemStart = events.count }
    events.append(event)
  }

  private mutating func appendToFull(_ event: AttachmentMachine.Event) {
    let start = max(itemStart ?? first, first)
    if case .left = event, itemStart != nil {
      events.removeSubrange(start...)
      itemStart = nil
      return
    }
    // Those of the item before are not those of this one. Each kind is among the last changes, or was not added yet.
    for index in (max(start, events.count - Self.kindCount)..<events.count).reversed() {
      guard let both = event.replacement(of: events[index]) else { continue }
      events[index] = both
      return
    }
    add(event)
  }

  /// Returns the first change, and removes it; nil if there is none.
  mutating func next() -> AttachmentMachine.Event? {
    guard first < events.count else { return nil }
    defer {
      if itemStart == first { itemStart = nil }
      first += 1
      // In large parts, so that a change is moved once at most.
      if first * 2 >= events.count {
        events.removeFirst(first)
        itemStart = itemStart.map { $0 - first }
        first = 0
      }
    }
    return events[first]
  }
}

extension AttachmentMachine.Event {
  /// Returns one change with the effect of the one before and this one; nil if both are needed.
  fileprivate func merged(with earlier: Self) -> Self? {
    switch (earlier, self) {
    case (.corrected, .corrected), (.described, .described): self
    default: nil
    }
  }

  /// Returns what replaces an earlier change and this one if there are too many; nil if both are needed.
  fileprivate func replacement(of earlier: Self) -> Self? {
    switch (earlier, self) {
    case (.changed(let cause, _), .corrected(let observation)): .changed(cause, observation)
    case (.corrected, .corrected), (.corrected, .changed), (.changed, .changed),
      (.described, .described), (.refused, .refused), (.noticed, .noticed):
      self
    default: nil
    }
  }
}
