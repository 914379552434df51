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
    let alarm = Alarm { [weak self] in self?.ring() }
    state.withLock { $0.alarm = alarm }
  }

  deinit {
    state.withLock { $0.alarm.take() }?.set(to: nil)
  }

  func wake() {
    let isFirst = state.withLock { state in
      defer { state.isWakePending = true }
      return state.step != nil && !state.isWakePending
    }
    if isFirst { queue.async { self.run() } }
  }

  func stop() {
    let (step, alarm) = state.withLock { ($0.step.take(), $0.alarm.take()) }
    alarm?.set(to: nil)
    withExtendedLifetime(step) {}
  }

  private func ring() {
    state.withLock { $0.instant = nil }
    wake()
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
