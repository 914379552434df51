import Dispatch
import PlayheadLocking
import PortableCombine

/// A scheduler whose time and actions any thread can advance.
final class InterleavedScheduler: Scheduler {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = Never

  private struct Action {
    let number: Int
    var due: UInt64
    let interval: UInt64?
    let run: () -> Void
  }

  private struct State {
    var now: UInt64 = 1
    /// The time to which threads are advancing.
    var end: UInt64 = 1
    var count = 0
    var actions: [Action] = []

    mutating func takeDue(at end: UInt64) -> (() -> Void)? {
      guard let index = actions.indices.min(by: { actions[$0].due < actions[$1].due }),
        actions[index].due <= end
      else { return nil }
      var action = actions.remove(at: index)
      now = max(now, action.due)
      if let interval = action.interval {
        action.due += interval
        actions.append(action)
      }
      return action.run
    }
  }

  private let state = Locked(State())

  var now: SchedulerTimeType {
    SchedulerTimeType(DispatchTime(uptimeNanoseconds: state.withLock { $0.now }))
  }

  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    _ = add(due: 0, interval: nil, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    _ = add(due: date.dispatchTime.uptimeNanoseconds, interval: nil, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let number = add(
      due: date.dispatchTime.uptimeNanoseconds, interval: UInt64(max(interval.magnitude, 1)), action
    )
    return AnyCancellable { [self] in
      _ = state.withLock { state in
        state.actions.firstIndex { $0.number == number }.map { state.actions.remove(at: $0) }
      }
    }
  }

  private func add(due: UInt64, interval: UInt64?, _ run: @escaping () -> Void) -> Int {
    state.withLock { state in
      state.count += 1
      state.actions.append(
        Action(number: state.count, due: max(due, state.now), interval: interval, run: run))
      return state.count
    }
  }

  /// Advances the time by `span` nanoseconds, and runs the due actions.
  ///
  /// - Parameter onBoundary: Called after each action.
  func advance(by span: UInt64, _ onBoundary: () -> Void = {}) {
    let end = state.withLock { state in
      state.end += span
      return state.end
    }
    while let action = state.withLock({ $0.takeDue(at: end) }) {
      action()
      onBoundary()
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Releases all actions.
  func clear() {
    _ = state.withLock { state in
      defer { state.actions = [] }
      return state.actions
    }
  }
}
