import Dispatch
import PortableCombine

/// A minimal scheduler on one thread, whose time is advanced by a schedule.
final class VirtualScheduler: Scheduler {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = Never

  private final class Action: Cancellable {
    var due: Int
    let interval: Int?
    var run: (() -> Void)?

    init(due: Int, interval: Int?, run: @escaping () -> Void) {
      self.due = due
      self.interval = interval
      self.run = run
    }

    func cancel() { run = nil }
  }

  private var nanoseconds = 1
  private var actions: [Action] = []

  var now: SchedulerTimeType {
    SchedulerTimeType(DispatchTime(uptimeNanoseconds: UInt64(nanoseconds)))
  }

  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    actions.append(Action(due: nanoseconds, interval: nil, run: action))
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    actions.append(Action(due: instant(of: date), interval: nil, run: action))
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let repeated = Action(due: instant(of: date), interval: max(interval.magnitude, 1), run: action)
    actions.append(repeated)
    return AnyCancellable { repeated.cancel() }
  }

  /// Advances the time by `span` nanoseconds, and runs the actions that become due, in order.
  func advance(by span: Int) {
    let end = nanoseconds + span
    while let index = next(until: end) {
      let action = actions[index]
      nanoseconds = max(nanoseconds, action.due)
      if let interval = action.interval {
        action.due += interval
        actions.append(actions.remove(at: index))
      } else {
        actions.remove(at: index)
      }
      action.run?()
    }
    nanoseconds = max(nanoseconds, end)
  }

  /// Returns the index of the next action due at `end` or earlier; if several are due at one
  /// instant, the index of the one that was scheduled first.
  private func next(until end: Int) -> Int? {
    actions.removeAll { $0.run == nil }
    return actions.indices.filter { actions[$0].due <= end }.min {
      (actions[$0].due, $0) < (actions[$1].due, $1)
    }
  }

  private func instant(of date: SchedulerTimeType) -> Int {
    Int(clamping: date.dispatchTime.uptimeNanoseconds)
  }
}
