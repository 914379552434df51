import CSystem
import Dispatch
import Glibc
import Locking

/// A routine on a thread of its own, which sleeps between its steps.
///
/// A thread and not a dispatch queue: its step may block for long, and blocked queues hold up the
/// timers of others.
final class ThreadRoutine: Routine {
  private struct State {
    /// Nil once stopped.
    var step: (@Sendable () -> RoutineNext)?
    var isWakePending = false
    var hasThread = false
  }

  private let name: String
  private let state: Locked<State>
  private let bell = DispatchSemaphore(value: 0)

  init(name: String, step: @escaping @Sendable () -> RoutineNext) {
    self.name = name
    state = Locked(State(step: step))
  }

  func wake() {
    let (isFirst, needsThread) = state.withLock { state in
      guard state.step != nil, !state.isWakePending else { return (false, false) }
      state.isWakePending = true
      defer { state.hasThread = true }
      return (true, !state.hasThread)
    }
    if isFirst { bell.signal() }
    if needsThread { startThread() }
  }

  func stop() {
    let step = state.withLock { $0.step.take() }
    withExtendedLifetime(step) {}
    bell.signal()
  }

  private func startThread() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadRoutine>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    pthread_attr_destroy(&attributes)
    if failure != 0 {
      // Out of threads. A queue's thread does the work rather than nobody.
      argument.release()
      DispatchQueue(label: name).async { self.run() }
    }
  }

  private func run() {
    system_set_thread_name(name)
    bell.wait()
    while let step = beginStep() {
      switch step() {
      case .again: continue
      case .wait(let instant): _ = bell.wait(timeout: instant?.dispatchTime ?? .distantFuture)
      }
    }
  }

  private func beginStep() -> (@Sendable () -> RoutineNext)? {
    state.withLock { state in
      state.isWakePending = false
      return state.step
    }
  }
}
