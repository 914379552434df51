import PlayheadLocking

/// A routine that occupies a thread while its steps run.
///
/// It does not use a dispatch queue, because a step may block for a long time: blocked queues delay other queues'
/// timers, and Dispatch starts a thread for each queue that has work at the same time.
final class ThreadRoutine: HostRoutine {
  private struct State {
    /// Nil once stopped.
    var step: (@Sendable () -> HostRoutineNext)?
    var isWakePending = false
    var isRunning = false
    var wakeup: Wakeup?
  }

  private let name: String
  private let threads: WorkerThreads
  private let state: Locked<State>

  init(
    name: String, on threads: WorkerThreads, step: @escaping @Sendable () -> HostRoutineNext
  ) {
    self.name = name
    self.threads = threads
    state = Locked(State(step: step))
    let wakeup = Wakeup { [weak self] in self?.wake() }
    state.withLock { $0.wakeup = wakeup }
  }

  deinit {
    state.withLock { $0.wakeup.take() }?.set(to: nil)
  }

  func wake() {
    let isNeeded = state.withLock { state in
      guard state.step != nil else { return false }
      state.isWakePending = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isNeeded { threads.run(name: name) { self.run() } }
  }

  func stop() {
    let (step, wakeup) = state.withLock { ($0.step.take(), $0.wakeup.take()) }
    wakeup?.set(to: nil)
    withExtendedLifetime(step) {}
  }

  private func run() {
    while let step = beginStep() {
      guard case .wait(let instant) = step() else { continue }
      let wakeup = state.withLock { $0.wakeup }
      wakeup?.set(to: instant)
      if endRun() { return }
    }
  }

  private func beginStep() -> (@Sendable () -> HostRoutineNext)? {
    state.withLock { state in
      state.isWakePending = false
      return state.step
    }
  }

  /// Ends the run, and returns true, unless the routine was woken since the last step began.
  private func endRun() -> Bool {
    state.withLock { state in
      if state.isWakePending { return false }
      state.isRunning = false
      return true
    }
  }
}
