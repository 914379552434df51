extension ManualHostClock {
  /// Advances the time while an asynchronous operation runs, and returns the result of the operation.
  ///
  /// The operation begins before the time moves. At each instant for which work is scheduled, tasks that wait
  /// for that work run before the time moves on. When the time has passed, the work that is due at that
  /// instant runs until the operation has ended. So the operation may seek, load or iterate over progress:
  ///
  /// ```swift
  /// let result = try await clock.advance(by: .zero) { try await player.seek(to: .seconds(2)) }
  /// ```
  ///
  /// The work runs on the actor of the caller. The clock does not know how long tasks need: a loop that is slower
  /// than the clock misses updates, as in playback. Returns only when the operation has ended, so an operation
  /// that waits for a later instant never ends.
  ///
  /// - Parameters:
  ///   - duration: The time that passes; zero runs the work that is already due.
  ///   - operation: The operation. It is cancelled when the calling task is cancelled.
  ///   - isolation: The actor on which the work runs.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  @discardableResult
  public func advance<Value: Sendable, Failure: Error>(
    by duration: Duration, isolation: isolated (any Actor)? = #isolation,
    while operation: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let work = ScheduledWork()
    wait(for: work)
    defer { stopWaiting(for: work) }
    let running = Task<Result<Value, Failure>, Never> {
      defer { work.end() }
      do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
    }
    let result = await withTaskCancellationHandler {
      // A closure runs on the actor only if it captures it.
      _ = isolation
      await letTasksRun()
      let end = now.advanced(by: duration)
      while let next = nextInstant(until: end) {
        advance(by: now.duration(to: max(next, now)))
        await letTasksRun()
      }
      advance(by: now.duration(to: max(end, now)))
      for await _ in work.events { advance(by: .zero) }
      return await running.value
    } onCancel: {
      running.cancel()
    }
    return try result.get()
  }

  /// Lets the tasks that can run do so: tasks of a lower priority run after them.
  private func letTasksRun(isolation: isolated (any Actor)? = #isolation) async {
    for _ in 0..<10 { await Task.detached(priority: .background) { await Task.yield() }.value }
  }
}

/// The events that an asynchronous call waits for while an operation runs.
final class ScheduledWork: Sendable {
  /// An event each time that work was scheduled. They end when the operation has ended.
  let events: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (events, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func isScheduled() { continuation.yield() }
  func end() { continuation.finish() }
}
