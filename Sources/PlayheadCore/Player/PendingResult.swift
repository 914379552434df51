import PlayheadLocking
import PlayheadMedia

/// A result that one task waits for and any thread can deliver. Only the first delivery counts.
final class PendingResult<Success: Sendable>: Sendable {
  private typealias Continuation = CheckedContinuation<Result<Success, MediaError>, Never>

  private enum State {
    case pending
    case awaited(Continuation)
    case finished(Result<Success, MediaError>)
  }

  private let state = Locked(State.pending)

  func finish(_ result: Result<Success, MediaError>) {
    let continuation = state.withLock { state -> Continuation? in
      switch state {
      case .pending:
        state = .finished(result)
        return nil
      case .awaited(let continuation):
        state = .finished(result)
        return continuation
      case .finished: return nil
      }
    }
    continuation?.resume(returning: result)
  }

  /// Waits for the result, once. Throws its error, or `cancelled` if the task was cancelled.
  func value(
    of operation: MediaError.Operation, _ name: String
  ) async throws(MediaError) -> Success {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let finished = state.withLock { state -> Result<Success, MediaError>? in
          if case .finished(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        if let finished { continuation.resume(returning: finished) }
      }
    } onCancel: {
      finish(.failure(MediaError(operation, of: name, reason: .cancelled)))
    }
    return try result.get()
  }
}
