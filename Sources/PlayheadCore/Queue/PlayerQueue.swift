import Locking
import PortableCombine
import Timekeeping

/// A queue that plays the media of several players in order, without gaps.
///
/// The queue opens the next item before the current one ends, and starts it at the host instant of
/// that end. If an item fails or is closed, the next one plays, and the item's own status has the
/// reason. An item that has ended, failed or was removed is finished: its publishers publish their
/// remaining values and complete.
///
/// All methods are safe from any thread. A player must be in one queue only, and must be played and
/// paused through the queue. The interface is modelled on Apple's `AVQueuePlayer`.
public final class PlayerQueue: Sendable {
  private struct State {
    var machine = PlayerQueueMachine()
    /// The subscriptions to the end and the status of the current item.
    var watching: [AnyCancellable] = []
    var routine: (any Routine)?
  }

  private let state = Locked(State())
  /// `nonisolated(unsafe)` is safe because subjects, which are not marked Sendable, protect their
  /// own state.
  nonisolated(unsafe) private let currentItemSubject = CurrentValueSubject<Player?, Never>(nil)

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - items: The players, in playing order.
  ///   - clock: The clock that the players use.
  public init(_ items: [Player] = [], clock: any HostClock = SystemHostClock.shared) {
    let routine = clock.makeRoutine(on: .worker("playhead-events")) { [weak self] in
      self?.carryOut() ?? .wait(until: nil)
    }
    state.withLock { $0.routine = routine }
    for item in items { insert(item, after: nil) }
  }

  deinit {
    let (routine, watching) = state.withLock { ($0.routine, $0.watching) }
    routine?.stop()
    withExtendedLifetime(watching) {}
  }

  /// The current item and the items after it.
  public var items: [Player] { state.withLock { $0.machine.items } }

  /// The item that plays, or that will play when `rate` is not 0; nil if the queue is empty.
  public var currentItem: Player? { items.first }

  /// A publisher of the current item; nil if the queue is empty.
  ///
  /// Publishes the most recent item on the subscribing thread, and then each new item on the
  /// queue's worker, before the item starts to play.
  public var currentItemPublisher: AnyPublisher<Player?, Never> {
    currentItemSubject.eraseToAnyPublisher()
  }

  /// The action when the current item has played to its end.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.machine.actionAtItemEnd } }
    set { update { $0.actionAtItemEnd = newValue } }
  }

  /// The rate of the current item and the items after it; 0 is paused.
  public var rate: Rate { state.withLock { $0.machine.rate } }

  /// Plays at the normal rate.
  public func play() {
    setRate(.normal)
  }

  /// Pauses the current item.
  public func pause() {
    setRate(.paused)
  }

  /// Plays at `rate`, from 0.1 to 16; the rate 0 pauses.
  public func setRate(_ rate: Rate) {
    state.withLock { $0.machine.setRate(rate) }
    applyRate(from: nil)
  }

  /// Inserts an item after `other`, or at the end of the queue if `other` is nil.
  ///
  /// - Parameters:
  ///   - item: The player to insert.
  ///   - other: An item of the queue, or nil.
  /// - Returns: False if the queue is unchanged, because it already contains `item` or does not
  ///   contain `other`.
  @discardableResult public func insert(_ item: Player, after other: Player?) -> Bool {
    update { $0.insert(item, after: other) }
  }

  /// Removes an item. If it is the current one, the next item plays.
  public func remove(_ item: Player) {
    update { $0.remove(item) }
  }

  /// Removes all items, so that nothing plays.
  public func removeAllItems() {
    update { $0.removeAll() }
  }

  /// Removes the current item before its end, and plays the next one.
  public func advanceToNextItem() {
    update { machine in
      if let current = machine.items.first { machine.remove(current) }
    }
  }

  private func update<Result>(_ body: (inout PlayerQueueMachine) -> Result) -> Result {
    let (result, routine) = state.withLock { (body(&$0.machine), $0.routine) }
    routine?.wake()
    return result
  }

  /// Performs the machine's effects, in order. This is the step of the routine.
  private func carryOut() -> RoutineNext {
    for effect in state.withLock({ $0.machine.takeEffects() }) {
      switch effect {
      case .tell(let item): currentItemSubject.send(item)
      case .load(let item): item.load()
      case .play(let item, let instant):
        watch(item)
        applyRate(from: instant)
      case .finish(let item): item.finish()
      }
    }
    return .wait(until: nil)
  }

  private func watch(_ item: Player) {
    let watching = [
      item.playedToEndSubject.sink { [weak self, weak item] end in
        if let item { self?.update { $0.ended(item, at: end.instant) } }
      },
      // The status completes if client code closes the item.
      item.statusPublisher.sink(
        receiveCompletion: { [weak self, weak item] _ in
          if let item { self?.update { $0.failed(item) } }
        },
        receiveValue: { [weak self, weak item] status in
          if case .failed = status, let item { self?.update { $0.failed(item) } }
        }),
    ]
    let before = state.withLock { state in
      defer { state.watching = watching }
      return state.watching
    }
    withExtendedLifetime(before) {}
  }

  /// Sets the rate of the current item to the queue's rate. Repeats if another thread changes the
  /// rate or the current item in the meantime, so that the newest rate is set last.
  ///
  /// - Parameter instant: The host instant at which the item starts; nil for now.
  private func applyRate(from instant: HostInstant?) {
    var (item, rate) = state.withLock { ($0.machine.items.first, $0.machine.rate) }
    var instant = instant
    while let player = item {
      if let start = instant.take(), !rate.isPaused {
        player.setRate(rate, asOf: start)
      } else {
        player.setRate(rate)
      }
      let (newItem, newRate) = state.withLock { ($0.machine.items.first, $0.machine.rate) }
      if newItem === player, newRate == rate { return }
      (item, rate) = (newItem, newRate)
    }
  }
}
