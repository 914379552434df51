/// Who may deliver now: keeps the values of one stream serial, whatever threads they come from.
///
/// The first thread to claim the turn delivers. Another one hands over what it has and goes; the
/// first delivers that too before it gives up the turn. A claim by the thread that has the turn is
/// nested: it delivers at once, inside the delivery under way. So nobody waits, nothing is lost,
/// and what one thread sends stays in order.
///
/// Until the subscriber has its subscription everything waits: see `init(isHeld:)`.
///
/// Pure state: to be kept under a lock, with the delivery done after the lock is released.
@frozen
@usableFromInline
struct Turn<Event> {
  @frozen
  @usableFromInline
  enum Claim {
    /// Deliver, then give up the turn.
    case first
    /// Deliver, and leave the turn to the delivery this one is nested in.
    case nested
    /// Hand over: another thread delivers.
    case taken
  }

  @usableFromInline var holder: UInt
  // What the holder is while nobody delivers: zero, once the subscriber has its subscription.
  @usableFromInline var resting: UInt
  @usableFromInline var waiting: [Event] = []

  /// Makes a turn.
  ///
  /// - Parameter isHeld: whether everything waits until the subscription is handed over, which
  ///   `beginHandover(on:)` and `endHandover(on:)` enclose.
  @inlinable
  init(isHeld: Bool = false) {
    holder = isHeld ? .max : 0
    resting = holder
  }

  /// Lets this thread deliver while it hands the subscription over.
  @inlinable
  mutating func beginHandover(on thread: UInt) {
    // The address of a thread is even: so this is the mark of no thread.
    resting = thread | 1
    holder = resting
  }

  /// Lets every thread deliver; true if this one is to deliver what waited, and has the turn.
  @inlinable
  mutating func endHandover(on thread: UInt) -> Bool {
    let isFree = holder == resting
    resting = 0
    if !isFree { return false }
    holder = waiting.isEmpty ? 0 : thread
    return holder != 0
  }

  /// Claims the turn for `thread`.
  @inlinable
  mutating func claim(for thread: UInt) -> Claim {
    if holder == 0 {
      holder = thread
      return .first
    }
    if holder == thread { return .nested }
    if holder == thread | 1 {
      holder = thread
      return .first
    }
    return .taken
  }

  /// Leaves `event` to the thread that has the turn.
  // Out of line, so that what happens each time is small.
  @inlinable
  @inline(never)
  mutating func handOver(_ event: Event) { waiting.append(event) }

  /// Gives up the turn, unless something was handed over meanwhile.
  @inlinable
  mutating func giveUp() -> Bool {
    if !waiting.isEmpty { return false }
    holder = resting
    return true
  }

  /// What was handed over meanwhile, to be delivered in order; if it is nothing, the turn is given
  /// up.
  @inlinable
  mutating func next() -> [Event] {
    if waiting.isEmpty {
      holder = resting
      return []
    }
    var events: [Event] = []
    swap(&events, &waiting)
    return events
  }
}
