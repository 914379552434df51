import Dispatch
import PlayheadLocking
import PortableCombine
import PlayheadTimekeeping

/// A queue that plays the media of several players in order, without gaps.
///
/// The queue opens the next item before the current one ends, and starts it at the host instant of
/// that end. If an item fails or is closed, the next one plays, and the item's own status has the
/// reason. An item that has ended, failed or was removed is finished: its publishers publish their
/// remaining values and complete. When the queue is released, its current item plays to its end.
///
/// An item is the player of an `Entry`. The entry of a player that was inserted is removed when the
/// player is finished, as in Apple's `AVQueuePlayer`, on which the interface is modelled. An entry
/// that makes its players stays in the queue: `go(to:)` and `goBack()` play it again.
///
/// All methods are safe from any thread. A player must be in one queue only, and must be played and
/// paused through the queue.
public final class PlayerQueue: Sendable {
  struct State {
    var machine: PlaylistMachine<Entry>
    /// The players of the current entry and of the next one, if it was loaded.
    var players: [Entry: QueuedPlayer] = [:]
    var routine: (any HostRoutine)?
    /// Nil before `supervise(by:)`, and in a queue without a supervisor.
    weak var supervisor: (any PlayerQueueSupervisor)?

    var isWaitingForSupervisor: Bool { machine.isSupervised && supervisor == nil }

    /// The player of an entry; nil if it was not made yet.
    func player(of entry: Entry) -> Player? { entry.player ?? players[entry]?.player }
  }

  /// What the queue has published as its current item.
  enum Current {
    /// No item has been published yet.
    case none
    case item(Entry, Player)
    /// The last item was left.
    case ended

    var player: Player? { if case .item(_, let player) = self { player } else { nil } }
  }

  /// The clock that the players use.
  public let clock: any HostClock
  let state: Locked<State>
  let currentSubject = CurrentValueSubject<Current, Never>(.none)
  let failureSubject = PassthroughSubject<Failure, Never>()

  /// Creates a queue of players.
  ///
  /// - Parameters:
  ///   - items: The players, in playing order.
  ///   - clock: The clock that the players use.
  public convenience init(_ items: [Player] = [], clock: any HostClock = SystemHostClock.shared) {
    self.init(entries: items.map { Entry($0) }, clock: clock)
  }

  /// Creates a queue of entries, the first of which is the current one.
  ///
  /// - Parameters:
  ///   - entries: The entries, in playing order.
  ///   - preloading: When the next item is opened.
  ///   - clock: The clock that the players use.
  public convenience init(
    entries: [Entry], preloading: PreloadPolicy = .atOnce,
    clock: any HostClock = SystemHostClock.shared
  ) {
    self.init(entries, PlaylistMachine(preloading: preloading), clock)
  }

  /// Creates a queue that waits for its supervisor.
  package convenience init(
    supervising entries: [Entry], preloading: PreloadPolicy, clock: any HostClock
  ) {
    self.init(entries, PlaylistMachine(isSupervised: true, preloading: preloading), clock)
  }

  private init(
    _ entries: [Entry], _ machine: PlaylistMachine<Entry>, _ clock: any HostClock
  ) {
    self.clock = clock
    state = Locked(State(machine: machine))
    let routine = clock.makeRoutine(on: .worker("playhead-events")) { [weak self] in
      self?.carryOut()
      return .wait(until: nil)
    }
    state.withLock { $0.routine = routine }
    append(entries)
  }

  deinit {
    let (routine, players) = state.withLock { ($0.routine, $0.players) }
    routine?.stop()
    publishEnd()
    withExtendedLifetime(players) {}
  }

  /// The players of the current entry and of the entries after it, except those that were not made yet.
  public var items: [Player] {
    state.withLock { state in
      state.machine.upcoming.compactMap { state.player(of: $0) }
    }
  }

  /// The item that plays, or that will play when `rate` is not 0; nil if there is none.
  public var currentItem: Player? {
    state.withLock { state in state.machine.currentEntry.flatMap { state.player(of: $0) } }
  }

  /// A publisher of the current item; nil if there is none.
  ///
  /// Publishes the most recent item, and then each new item. Delivers on the main queue, where a new item may already
  /// play; `currentItemPublisher(queue: nil)` delivers it before. Completes when the queue is released.
  public var currentItemPublisher: AnyPublisher<Player?, Never> {
    currentItemPublisher(queue: .main)
  }

  /// A publisher of what `currentItemPublisher` publishes, on a dispatch queue.
  ///
  /// - Parameter queue: The dispatch queue; nil to deliver at once: the first value on the subscribing
  ///   thread, others on the worker, which starts the item when the subscriber returns.
  public func currentItemPublisher(queue: DispatchQueue?) -> AnyPublisher<Player?, Never> {
    currentSubject.map(\.player).delivered(on: queue, by: clock)
  }

  /// A publisher of the entries that are skipped because they cannot be played.
  ///
  /// Publishes when the turn of the entry has come. Delivers on the main queue. Completes when the queue is released.
  public var failurePublisher: AnyPublisher<Failure, Never> { failurePublisher(queue: .main) }

  /// A publisher of what `failurePublisher` publishes, on a dispatch queue.
  ///
  /// - Parameter queue: The dispatch queue; nil to deliver at once, on a thread of the queue or of the
  ///   player.
  public func failurePublisher(queue: DispatchQueue?) -> AnyPublisher<Failure, Never> {
    failureSubject.delivered(on: queue, by: clock)
  }

  /// The action when the current item has played to its end.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.machine.actionAtItemEnd } }
    set {
      update { $0.actionAtItemEnd = newValue }
      prepareNextSound()
    }
  }

  /// When the next item is opened.
  public var preloadPolicy: PreloadPolicy {
    get { state.withLock { $0.machine.preloading } }
    set { update { $0.setPreloading(newValue) } }
  }

  /// Inserts an item after `other`, or at the end of the queue if `other` is nil.
  ///
  /// - Parameters:
  ///   - item: The player to insert.
  ///   - other: An item of the queue, or nil.
  /// - Returns: False if the queue is unchanged, because it already contains `item` or does not
  ///   contain `other`.
  @discardableResult public func insert(_ item: Player, after other: Player?) -> Bool {
    guard self.entry(of: item) == nil else { return false }
    guard let other else { return insert(Entry(item), after: nil) }
    guard let entry = self.entry(of: other) else { return false }
    return insert(Entry(item), after: entry)
  }

  /// Removes an item. If it is the current one, the next item plays.
  ///
  /// - Parameter item: The player to remove. Nothing happens if the queue does not contain it.
  public func remove(_ item: Player) {
    if let entry = entry(of: item) { remove(entry) }
  }

  /// Removes all entries, so that nothing plays.
  public func removeAllItems() {
    let removed = update { $0.removeAll() }
    withExtendedLifetime(removed) {}
  }

  private func entry(of item: Player) -> Entry? {
    state.withLock { state in
      state.machine.entries.first { state.player(of: $0) === item }
    }
  }

  /// Changes the machine, and wakes the routine for its effects once a supervised queue knows its supervisor.
  func update<Result>(_ body: (inout PlaylistMachine<Entry>) -> Result) -> Result {
    let (result, routine, hasNewNext) = state.withLock { state in
      let next = state.machine.next?.entry
      let result = body(&state.machine)
      return (
        result, state.isWaitingForSupervisor ? nil : state.routine,
        state.machine.next?.entry != next
      )
    }
    // The sound of the former one must not be heard at the seam.
    if hasNewNext { prepareNextSound() }
    routine?.wake()
    return result
  }
}
