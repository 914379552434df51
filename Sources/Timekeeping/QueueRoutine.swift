import Dispatch
import Locking

/// A routine on a dispatch queue, woken by an alarm at the instants it asks for.
final class QueueRoutine: Routine {
  private struct State {
    /// Nil once stopped.
    var step: (@Sendable () -> RoutineNext)?
    var isWakePending = false
    var alarm: Alarm?
    /// What the alarm is set to.
    var instant: HostInstant?
  }

  /// Serial, also where its target is concurrent.
  private let queue: DispatchQueue
  private let state: Locked<State>

  init(target: DispatchQueue, step: @escaping @Sendable () -> RoutineNext) {
    queue = DispatchQueue(label: "playhead.routine", target: target)
    state = Locked(State(step: step))
    let alarm = Alarm(
      serve: { [weak self] in self?.serve() }, ring: { [weak self] in self?.ring() })
    state.withLock { $0.alarm = alarm }
  }

  deinit {
    state.withLock { $0.alarm.take() }?.set(to: nil)
  }

  func wake() {
    if beginWake() { queue.async { self.run() } }
  }

  func stop() {
    let (step, alarm) = state.withLock { ($0.step.take(), $0.alarm.take()) }
    alarm?.set(to: nil)
    withExtendedLifetime(step) {}
  }

  private func ring() {
    if beginWake(isRung: true) { queue.async { self.run() } }
  }

  /// Runs on the thread that calls, where nobody else is on the queue, as part of the queue.
  private func serve() {
    if beginWake(isRung: true) { queue.sync { run() } }
  }

  /// Whether a step is needed that nobody has asked for yet.
  private func beginWake(isRung: Bool = false) -> Bool {
    state.withLock { state in
      if isRung { state.instant = nil }
      defer { state.isWakePending = true }
      return state.step != nil && !state.isWakePending
    }
  }

  private func run() {
    let step = state.withLock { state in
      state.isWakePending = false
      return state.step
    }
    guard let step else { return }
    switch step() {
    case .again: wake()
    case .wait(let instant):
      let alarm = state.withLock { state -> Alarm? in
        // Most wakings change nothing of when the next is.
        guard state.instant != instant else { return nil }
        state.instant = instant
        return state.alarm
      }
      alarm?.set(to: instant)
    }
  }
}
