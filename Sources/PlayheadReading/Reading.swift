import PlayheadMedia
import PlayheadTimekeeping

/// Reads media for tasks.
enum Reading {
  /// Does work on a new thread. Cancelling the task interrupts it.
  static func onThread<Value: Sendable>(
    _ name: String,
    _ work: @escaping @Sendable (Interruption) throws(MediaError) -> Value
  ) async throws(MediaError) -> Value {
    let interruption = Interruption()
    let result: Result<Value, MediaError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = SystemHostClock.shared.makeRoutine(on: .thread(name)) {
          continuation.resume(
            returning: Result { () throws(MediaError) in try work(interruption) })
          return .wait(until: nil)
        }
        thread.wake()
      }
    } onCancel: {
      interruption.interrupt()
    }
    return try result.get()
  }
}
