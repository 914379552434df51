import Dispatch
import Glibc
import PlayheadLocking

/// Runs actions one at a time, in the order in which threads request them.
///
/// An action that a running action requests runs at once, as a part of it.
package final class SerialOwner: Sendable {
  private let queue: DispatchQueue
  /// The thread that runs an action.
  private let thread = Locked<pthread_t?>(nil)

  /// Creates an owner, whose queue has a label and no own thread.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Runs an action on the calling thread when those before it have returned.
  package func run<Success, Failure: Error>(
    _ action: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let caller = pthread_self()
    if thread.withLock({ $0 == caller }) { return try action() }
    let result = queue.sync { () -> Result<Success, Failure> in
      thread.withLock { $0 = caller }
      defer { thread.withLock { $0 = nil } }
      do throws(Failure) {
        return .success(try action())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
