import Locking
import PortableCombine
import Timekeeping

/// The one subscription of all progress publishers: it waits on the player's clock for the
/// next beat, while playback runs and values are asked for, and no longer.
///
/// All deliveries are steps of one routine on the delivery queue, so they are serial; `request`
/// and what the player tells only wake it. It holds player and subscriber until it is cancelled or
/// completed.
///
/// Unchecked: `downstream` is reached under the lock or by the routine's step, and called by the
/// latter only.
final class PlayheadProgressSubscription<Downstream: Subscriber>: Subscription, PlaybackObserver,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Failure == Never {
  private struct State {
    var machine: ProgressMachine
    /// Nil once cancelled or completed.
    var downstream: Downstream?
    var player: Player?
    var routine: (any Routine)?
    /// Whether the subscriber has its subscription; nothing is delivered before.
    var isActive = false
  }

  private let convert: (PlayheadProgress) -> Downstream.Input
  private let state: Locked<State>

  /// Registers with the player. Nothing is delivered before `activate`.
  init(
    player: Player, schedule: Schedule, remembersUndelivered: Bool, tellsWhereItIs: Bool = false,
    place: RoutinePlace, downstream: Downstream,
    convert: @escaping (PlayheadProgress) -> Downstream.Input
  ) {
    self.convert = convert
    let machine = ProgressMachine(
      schedule, remembersUndelivered: remembersUndelivered, tellsWhereItIs: tellsWhereItIs,
      from: player.reading())
    state = Locked(State(machine: machine, downstream: downstream, player: player))
    let observer: any PlaybackObserver = self
    let routine = player.clock.makeRoutine(on: place) { observer.deliver() }
    state.withLock { $0.routine = routine }
    let reading = player.add(self)
    state.withLock { $0.machine.begin(at: reading) }
  }

  /// Lets values flow: the subscriber has its subscription now.
  func activate() {
    let routine = state.withLock { state in
      state.isActive = true
      return state.routine
    }
    routine?.wake()
  }

  func request(_ demand: Subscribers.Demand) {
    let player = state.withLock { state in
      state.machine.needsReadingToRequest ? state.player : nil
    }
    let (reading, supply) = player.map(read) ?? (nil, nil)
    let routine = state.withLock { state in
      state.machine.request(demand, at: reading, supply)
      return state.routine
    }
    routine?.wake()
  }

  func cancel() {
    release()
  }

  func playbackChanged(_ change: PlaybackChange) {
    let routine = state.withLock { state in
      state.machine.note(change)
      return state.routine
    }
    routine?.wake()
  }

  func statusChanged() {
    state.withLock { $0.machine.needsChapters ? $0.routine : nil }?.wake()
  }

  func clockLeapt() {
    state.withLock { $0.routine }?.wake()
  }

  func playerClosed() {
    state.withLock { $0.routine }?.wake()
  }

  var description: String { "PlayheadProgress" }

  func deliver() -> RoutineNext {
    // Beats shorter than their delivery must not keep the queue from others.
    for _ in 0..<64 {
      guard let player = state.withLock({ $0.isActive ? $0.player : nil }) else {
        return .wait(until: nil)
      }
      let (reading, supply) = read(player)
      let (step, downstream) = state.withLock { ($0.machine.next(reading, supply), $0.downstream) }
      guard let downstream else { return .wait(until: nil) }
      switch step {
      case .deliver(let progress):
        let more = downstream.receive(convert(progress))
        state.withLock { $0.machine.request(more) }
      case .readAgain: continue
      case .wait(let instant): return .wait(until: instant)
      case .complete:
        release()
        downstream.receive(completion: .finished)
      }
    }
    return .again
  }

  /// The player as it is, and what else the machine needs to go on from there.
  private func read(_ player: Player) -> (PlaybackReading, FrameSupply?) {
    let (needsChapters, request, routine) = state.withLock { state in
      (
        state.machine.needsChapters, state.machine.frameRequest,
        state.machine.frameRequest == nil ? nil : state.routine
      )
    }
    if needsChapters, let chapters = player.state.withLock({ $0.machine.chapters }) {
      state.withLock { $0.machine.take(chapters) }
    }
    guard let request, let routine else { return (player.reading(), nil) }
    return player.reading(supplying: request, to: self, wakes: routine)
  }

  /// Lets go of player, subscriber and routine, outside the lock: their ends may call back.
  private func release() {
    let (player, routine, downstream) = state.withLock { state in
      (state.player.take(), state.routine.take(), state.downstream.take())
    }
    player?.remove(self)
    routine?.stop()
    withExtendedLifetime(downstream) {}
  }
}

extension Player {
  /// Has the observer told of every change after the reading that is returned.
  func add(_ observer: any PlaybackObserver) -> PlaybackReading {
    state.withLock { state in
      state.observers[ObjectIdentifier(observer)] = observer
      return state.machine.reading(at: clock.now)
    }
  }

  func remove(_ observer: any PlaybackObserver) {
    let removed = state.withLock { state in
      let key = ObjectIdentifier(observer)
      return (state.observers.removeValue(forKey: key), state.removeFrameReader(key))
    }
    withExtendedLifetime(removed) {}
  }
}
