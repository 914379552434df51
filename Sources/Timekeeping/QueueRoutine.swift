import Dispatch
import Locking

/// A routine on a dispatch queue, with a Dispatch timer for the instants it asks for.
///
/// Unchecked: `timer` is not marked Sendable, but a dispatch source may be used from any thread
/// (Apple, "Dispatch: DispatchSource"); all else is Sendable.
final class QueueRoutine: Routine, @unchecked Sendable {
  private struct State {
    /// Nil once stopped.
    var step: (@Sendable () -> RoutineNext)?
    var isWakePending = false
  }

  /// Serial, also where its target is concurrent.
  private let queue: DispatchQueue
  private let timer: any DispatchSourceTimer
  private let state: Locked<State>

  init(target: DispatchQueue?, step: @escaping @Sendable () -> RoutineNext) {
    queue = DispatchQueue(label: "playhead.routine", target: target)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    state = Locked(State(step: step))
    timer.setEventHandler { [weak self] in self?.run() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  deinit {
    timer.cancel()
  }

  func wake() {
    let isFirst = state.withLock { state in
      defer { state.isWakePending = true }
      return state.step != nil && !state.isWakePending
    }
    if isFirst { queue.async { self.run() } }
  }

  func stop() {
    timer.cancel()
    let step = state.withLock { $0.step.take() }
    withExtendedLifetime(step) {}
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
      timer.schedule(deadline: instant?.dispatchTime ?? .distantFuture, leeway: .nanoseconds(0))
    }
  }
}
