/// Decides which thread delivers, so that the values of one stream are delivered one at a time.
///
/// The first thread that claims the turn delivers. Another thread leaves its event and returns, and the first thread
/// delivers that event before it gives back the turn. A nested claim by the same thread delivers immediately, inside
/// the current delivery; with `claimInOrder(for:)`, only if no earlier event waits. No thread waits, no event is lost,
/// and the events of one thread stay in order.
///
/// While the turn is held, all events wait until the subscriber has its subscription: see `init(isHeld:)`.
///
/// This is a pure state machine. It is accessed under a lock, and the caller delivers after unlocking.
@frozen
@usableFromInline
struct Turn<Event> {
  @frozen
  @usableFromInline
  enum Claim {
    /// The caller delivers, and then gives back the turn.
    case first
    /// The caller delivers inside the current delivery, which keeps the turn.
    case nested
    /// Another thread delivers, or earlier events wait: the caller leaves the event.
    case taken
  }

  @usableFromInline var holder: UInt
  // The value of `holder` while no thread delivers; zero after the subscription has been sent.
  @usableFromInline var resting: UInt
  @usableFromInline var waiting: [Event] = []
  // Whether events that waited are being delivered.
  @usableFromInline var isCatchingUp = false

  /// Creates a turn. If it is held, events wait until `endHandover(on:)`, after the subscription was sent.
  @inlinable
  init(isHeld: Bool = false) {
    holder = isHeld ? .max : 0
    resting = holder
  }

  /// Lets this thread deliver while it sends the subscription.
  @inlinable
  mutating func beginHandover(on thread: UInt) {
    // The number of a thread is an even address, so this number is not a thread's.
    resting = thread | 1
    holder = resting
  }

  /// Lets every thread deliver. Returns whether the caller has the turn, and must deliver waiting events.
  @inlinable
  mutating func endHandover(on thread: UInt) -> Bool {
    let isFree = holder == resting
    resting = 0
    if !isFree { return false }
    holder = waiting.isEmpty ? 0 : thread
    return holder != 0
  }

  /// Whether earlier events have not been delivered yet.
  @inlinable var isBehind: Bool { isCatchingUp || !waiting.isEmpty }

  /// Returns whether `thread` is delivering.
  @inlinable
  func isHeld(by thread: UInt) -> Bool { holder == thread }

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

  /// Claims the turn in the order of the claims: a nested claim is taken while earlier events wait.
  @inlinable
  mutating func claimInOrder(for thread: UInt) -> Claim {
    if holder == 0 {
      holder = thread
      return .first
    }
    return isBehind ? .taken : claim(for: thread)
  }

  /// Claims the turn if no thread has it. Then the caller delivers, and gives back the turn.
  @inlinable
  mutating func claimIfFree(for thread: UInt) -> Bool {
    if holder != 0 { return false }
    holder = thread
    return true
  }

  /// Leaves `event` to the thread that has the turn.
  // Not inlined, so that the common path stays small.
  @inlinable
  @inline(never)
  mutating func handOver(_ event: Event) { waiting.append(event) }

  /// Gives back the turn, unless events are waiting.
  @inlinable
  mutating func giveBack() -> Bool {
    if !waiting.isEmpty { return false }
    holder = resting
    return true
  }

  /// Removes the waiting events, to be delivered in order. If there are none, gives back the turn.
  @inlinable
  mutating func next() -> [Event] {
    isCatchingUp = !waiting.isEmpty
    if waiting.isEmpty {
      holder = resting
      return []
    }
    var events: [Event] = []
    swap(&events, &waiting)
    return events
  }
}
