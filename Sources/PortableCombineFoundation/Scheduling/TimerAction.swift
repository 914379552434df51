import Locking
import PortableCombine

/// What a timer does, until that is let go of.
///
/// Foundation on Linux never releases a timer nor its block, not even when the timer has been
/// invalidated: what the block holds must be no more than this.
final class TimerAction: Sendable {
  private struct State {
    var action: ScheduledAction?
  }

  private let state: Locked<State>

  init(_ action: @escaping () -> Void) {
    state = Locked(State(action: ScheduledAction(action)))
  }

  /// Runs the action, unless it was let go of; if `isLast`, lets go of it.
  func run(isLast: Bool) {
    let action = state.withLock { state in
      defer { if isLast { state.action = nil } }
      return state.action
    }
    action?.run()
  }

  func letGo() {
    let action = state.withLock { $0.action.take() }
    withExtendedLifetime(action) {}
  }
}
