/// The changes that wait to be published, in order.
///
/// A player may report more than subscribers can take. So of several corrections in a row only the last one remains,
/// and beyond a number of changes each replaces the one before.
struct AttachmentEvents {
  /// The number of changes beyond which not every one is published.
  static let greatestCount = 1_000

  private var events: [AttachmentMachine.Event] = []
  /// The index of the next one.
  private var first = 0

  init() {}

  /// Creates a queue with one change.
  init(_ event: AttachmentMachine.Event) { events = [event] }

  var count: Int { events.count - first }

  mutating func append(_ event: AttachmentMachine.Event) {
    let isFull = count >= Self.greatestCount
    if count > 0, let last = events.last, let both = event.merged(with: last, isFull: isFull) {
      events[events.count - 1] = both
    } else {
      events.append(event)
    }
  }

  /// Returns the first change, and removes it; nil if there is none.
  mutating func next() -> AttachmentMachine.Event? {
    guard first < events.count else { return nil }
    defer {
      first += 1
      // In large parts, so that a change is moved once at most.
      if first * 2 >= events.count {
        events.removeFirst(first)
        first = 0
      }
    }
    return events[first]
  }
}

extension AttachmentMachine.Event {
  /// Returns one change with the effect of an earlier one and this one; nil if both are needed.
  fileprivate func merged(with earlier: Self, isFull: Bool) -> Self? {
    switch (earlier, self) {
    case (.corrected, .corrected), (.described, .described): return self
    case _ where !isFull: return nil
    case (.changed(let cause, _), .corrected(let observation)): return .changed(cause, observation)
    case (.corrected, .changed), (.changed, .changed), (.refused, .refused), (.noticed, .noticed):
      return self
    default: return nil
    }
  }
}
