import Dispatch
import Locking
import PlayheadKit
import RemoteControl

/// Sends the events of seeks, steps and arrivals of one file.
///
/// It exists only while other programs control the session.
final class ArrivalReporter: Sendable {
  /// A seek or a step.
  struct Movement {
    fileprivate let reporter: ArrivalReporter
    fileprivate let number: Int

    /// Sends the event of the movement. Call this when the player has begun it.
    func announce() {
      reporter.send(.seeking)
      reporter.update { $0.announce(number) }
    }

    /// Notes that the media at the target is read, or that the movement has failed.
    func reachTarget() {
      reporter.update { $0.reachTarget(of: number) }
    }
  }

  private struct State {
    var machine: ArrivalMachine
    var following: AnyCancellable?
    var isOver = false
  }

  private let player: Player
  private let file: Int
  private let events: SessionEventLog
  private let state: Locked<State>

  /// Creates the reporter of an open file.
  ///
  /// - Parameters:
  ///   - player: The player of the file.
  ///   - file: The identity of its entry.
  ///   - hasStarted: Whether the playhead has left the start of the file.
  ///   - events: Where the events are sent.
  init(of player: Player, _ file: Int, hasStarted: Bool, to events: SessionEventLog) {
    self.player = player
    self.file = file
    self.events = events
    state = Locked(State(machine: ArrivalMachine(hasArrived: hasStarted)))
  }

  /// Begins to follow the player.
  func begin() {
    let following = player.progressPublisher(
      on: .times([]), queue: DispatchQueue(label: "playhead.arrivals")
    ).sink { [weak self] in self?.note($0) }
    let isOver = state.withLock { state in
      if !state.isOver { state.following = following }
      return state.isOver
    }
    if isOver { following.cancel() }
  }

  /// Notes that playback has started, or was paused at the start.
  func start() {
    update { $0.start() }
  }

  /// Notes a seek or a step before the player begins it.
  func depart() -> Movement {
    Movement(reporter: self, number: state.withLock { $0.machine.depart() })
  }

  func end() {
    let following = state.withLock { state in
      state.isOver = true
      return state.following.take()
    }
    following?.cancel()
  }

  private func note(_ progress: PlayheadProgress) {
    if progress.cause == .looped {
      let movement = depart()
      movement.announce()
      state.withLock { $0.machine.reachTarget(of: movement.number) }
    }
    report(progress)
  }

  private func update(_ change: (inout ArrivalMachine) -> Void) {
    state.withLock { change(&$0.machine) }
    report(player.currentProgress())
  }

  private func report(_ progress: PlayheadProgress) {
    if state.withLock({ $0.machine.arrives(in: progress.state) }) { send(.restarted(progress)) }
  }

  private func send(_ event: SessionEvent) {
    events.send(event, of: file)
  }
}

extension FilePlayback {
  /// Sends the events of seeks and arrivals from now on. Does nothing if they are being sent, or if
  /// the file is not open.
  ///
  /// - Parameters:
  ///   - file: The identity of the entry.
  ///   - hasStarted: Whether the playhead has left the start of the file.
  ///   - events: Where the events are sent.
  func reportArrivals(of file: Int, hasStarted: Bool, to events: SessionEventLog) {
    let reporter = ArrivalReporter(of: player, file, hasStarted: hasStarted, to: events)
    let isNew = state.withLock { state in
      guard state.arrivals == nil, state.subscription != nil, state.endReason == nil else {
        return false
      }
      state.arrivals = reporter
      return true
    }
    if isNew { reporter.begin() }
  }
}
