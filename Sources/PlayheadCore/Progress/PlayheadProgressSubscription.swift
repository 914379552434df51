import Dispatch
import Locking
import PortableCombine
import Timekeeping

/// The one subscription of all progress publishers. It drives a timer of the player's clock (a
/// Dispatch timer, except in tests) on the delivery queue, armed for the instant at which the next
/// value is due while playback runs and there is demand, and disarmed otherwise.
///
/// All deliveries happen in the timer's handler, so they are serial. `request` and the changes that
/// the player reports only fire the timer. It holds player and subscriber until it is cancelled or
/// completed.
///
/// Unchecked: `downstream` is read under the lock or by the timer's handler, and called by the
/// latter only.
final class PlayheadProgressSubscription<Downstream: Subscriber>: Subscription, PlaybackObserver,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Failure == Never {
  private struct State {
    var machine: ProgressMachine
    /// Nil once cancelled or completed.
    var downstream: Downstream?
    var player: Player?
    var timer: (any HostTimer)?
    /// Whether the subscriber has its subscription; nothing is delivered before.
    var isActive = false
  }

  private let convert: (PlayheadProgress) -> Downstream.Input
  private let state: Locked<State>

  /// Registers with the player. Nothing is delivered before `activate`.
  init(
    player: Player, schedule: Schedule, remembersUndelivered: Bool, emitsInitialValue: Bool = false,
    queue: DispatchQueue, downstream: Downstream,
    convert: @escaping (PlayheadProgress) -> Downstream.Input
  ) {
    self.convert = convert
    let machine = ProgressMachine(
      schedule, remembersUndelivered: remembersUndelivered, emitsInitialValue: emitsInitialValue,
      from: player.reading())
    state = Locked(State(machine: machine, downstream: downstream, player: player))
    let observer: any PlaybackObserver = self
    let timer = player.clock.makeTimer(on: queue) { observer.deliver() }
    state.withLock { $0.timer = timer }
    let reading = player.add(self)
    state.withLock { $0.machine.begin(at: reading) }
  }

  /// Lets values flow: the subscriber has its subscription now.
  func activate() {
    let timer = state.withLock { state in
      state.isActive = true
      return state.timer
    }
    timer?.fire()
  }

  func request(_ demand: Subscribers.Demand) {
    let player = state.withLock { state in
      state.machine.needsReadingToRequest ? state.player : nil
    }
    let (reading, supply) = player.map(read) ?? (nil, nil)
    let timer = state.withLock { state in
      state.machine.request(demand, at: reading, supply)
      return state.timer
    }
    timer?.fire()
  }

  func cancel() {
    release()
  }

  func playbackChanged(_ change: PlaybackChange) {
    let timer = state.withLock { state in
      state.machine.note(change)
      return state.timer
    }
    timer?.fire()
  }

  func statusChanged() {
    state.withLock { $0.machine.needsChapters ? $0.timer : nil }?.fire()
  }

  func clockJumped() {
    state.withLock { $0.timer }?.fire()
  }

  func framesCame() {
    state.withLock { $0.timer }?.fire()
  }

  func playerClosed() {
    state.withLock { $0.timer }?.fire()
  }

  var description: String { "PlayheadProgress" }

  /// Delivers all that is due, then arms the timer for what comes next.
  func deliver() {
    // Intervals shorter than their delivery must not keep the queue from others.
    for _ in 0..<64 {
      guard let player = state.withLock({ $0.isActive ? $0.player : nil }) else { return }
      let (reading, supply) = read(player)
      let (step, downstream, timer) = state.withLock {
        ($0.machine.next(reading, supply), $0.downstream, $0.timer)
      }
      guard let downstream else { return }
      switch step {
      case .deliver(let progress):
        let more = downstream.receive(convert(progress))
        state.withLock { $0.machine.request(more) }
      case .readAgain: continue
      case .wait(let instant):
        timer?.arm(at: instant)
        return
      case .complete:
        release()
        downstream.receive(completion: .finished)
      }
    }
    state.withLock { $0.timer }?.fire()
  }

  /// The player as it is, and what else the machine needs to go on from there.
  private func read(_ player: Player) -> (PlaybackReading, FrameBoundaryFeed?) {
    let (needsChapters, request) = state.withLock { state in
      (state.machine.needsChapters, state.machine.frameRequest)
    }
    if needsChapters, let chapters = player.state.withLock({ $0.machine.feed.opened?.chapters }) {
      state.withLock { $0.machine.take(chapters) }
    }
    guard let request else { return (player.reading(), nil) }
    return player.reading(following: request, for: self)
  }

  /// Releases player, subscriber and timer, outside the lock: their ends may call back.
  private func release() {
    let (player, timer, downstream) = state.withLock { state in
      (state.player.take(), state.timer.take(), state.downstream.take())
    }
    player?.remove(self)
    timer?.cancel()
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
      state.machine.feed.frameReaders.remove(key)
      return state.observers.removeValue(forKey: key)
    }
    withExtendedLifetime(removed) {}
  }
}
