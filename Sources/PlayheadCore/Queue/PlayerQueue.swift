import Locking
import PortableCombine
import Timekeeping

/// Plays several players' media in order, each opened before the one before it ends.
///
/// The next item begins at the host instant at which the one before it ended, so nothing is lost in
/// between. An item that cannot be played, or not to its end, or that is closed gives way to the
/// next; its own status says why. What has ended, failed or was taken out is finished: its
/// publishers tell what there is to be told, and complete.
///
/// All methods may be called from any thread. A player is to be in one queue only, and to be played
/// and paused through it. After Apple's `AVQueuePlayer`, whose words it uses.
public final class PlayerQueue: Sendable {
  private struct State {
    var machine = PlayerQueueMachine()
    /// What tells how the current item fares.
    var watching: [AnyCancellable] = []
    var routine: (any Routine)?
  }

  private let state = Locked(State())
  /// Unsafe: subjects are not marked Sendable, but guard their own state.
  nonisolated(unsafe) private let currentItemSubject = CurrentValueSubject<Player?, Never>(nil)

  /// Makes a queue of these items; `clock` is the one that they play by.
  public init(_ items: [Player] = [], clock: any HostClock = SystemHostClock.shared) {
    let routine = clock.makeRoutine(on: .worker("playhead-tell")) { [weak self] in
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

  /// The items that are still to be played, the current one first.
  public var items: [Player] { state.withLock { $0.machine.items } }

  public var currentItem: Player? { items.first }

  /// The current item, nil where there is none: as it was told last, on the subscribing thread, and
  /// then each new one, on the queue's own dispatch queue, before it begins to play.
  public var currentItemPublisher: AnyPublisher<Player?, Never> {
    currentItemSubject.eraseToAnyPublisher()
  }

  /// What happens when the current item has been played to its end.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.machine.actionAtItemEnd } }
    set { update { $0.actionAtItemEnd = newValue } }
  }

  /// What the current item is played at, and those after it will be; 0 is paused.
  public var rate: Rate { state.withLock { $0.machine.rate } }

  public func play() {
    setRate(.normal)
  }

  public func pause() {
    setRate(.paused)
  }

  /// Plays at `rate`, from 0.1 to 16; 0 pauses.
  public func setRate(_ rate: Rate) {
    state.withLock { $0.machine.setRate(rate) }
    applyRate(from: nil)
  }

  /// Puts an item behind `other`, or at the end of the queue. False, and nothing is done, if the
  /// item is in the queue already or `other` is not.
  @discardableResult public func insert(_ item: Player, after other: Player?) -> Bool {
    update { $0.insert(item, after: other) }
  }

  /// Takes an item out; if it was the current one, the next is played.
  public func remove(_ item: Player) {
    update { $0.remove(item) }
  }

  public func removeAllItems() {
    update { $0.removeAll() }
  }

  /// Goes on to the next item before the current one has ended.
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

  /// The routine's step: does to the players what was decided, in order.
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
      // Who closes an item has it give way too.
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

  /// Gives the current item the queue's rate. Whoever comes between with another rate or item is
  /// followed, so that the last word is the newest.
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
