import PlayheadLocking
import PortableCombine

/// The action of a timer, which can be released before the timer.
///
/// Foundation on Linux never releases a timer and its closure, even after the timer is invalidated.
/// So the closure must retain only an object of this class.
final class TimerAction: Sendable {
  private struct State {
    var action: ScheduledAction?
  }

  private let state: Locked<State>

  init(_ action: @escaping () -> Void) {
    state = Locked(State(action: ScheduledAction(action)))
  }

  /// Runs the action unless it was released. Releases it if `isLast`.
  func run(isLast: Bool) {
    let action = state.withLock { state in
      defer { if isLast { state.action = nil } }
      return state.action
    }
    action?.run()
  }

  func release() {
    let action = state.withLock { $0.action.take() }
    withExtendedLifetime(action) {}
  }
}
