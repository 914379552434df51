import Foundation

/// Runs `body` in a new thread, and returns when it has returned.
///
/// `body` does not need to be sendable, because both threads never run at the same time.
func inAnotherThread(_ body: @escaping () -> Void) {
  struct Work: @unchecked Sendable {
    let run: () -> Void
  }
  let work = Work(run: body)
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    work.run()
    isDone.signal()
  }
  isDone.wait()
}
