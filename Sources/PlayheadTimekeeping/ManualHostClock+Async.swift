import PlayheadLocking

extension ManualHostClock {
  /// Advances the time while an asynchronous operation runs, and returns the result of the operation.
  ///
  /// The operation begins before the time moves. At each instant for which work is scheduled, that work runs, then
  /// the operation, until it waits for something else; then the time moves on. When the time has passed, the
  /// work that is due at that instant runs until the operation has ended. So the operation may seek, load or
  /// iterate over progress, and each run of it is the same:
  ///
  /// ```swift
  /// let result = try await clock.advance(by: .zero) { try await player.seek(to: .seconds(2)) }
  /// ```
  ///
  /// The work runs on the actor of the caller, and so do the parts of the operation that belong to no actor. The
  /// clock does not know how long other actors and other tasks need: a loop on an actor that is slower than the
  /// clock misses updates, as in playback. Returns only when the operation has ended, so an operation that waits
  /// for a later instant never ends.
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
    let running = Task<Result<Value, Failure>, Never>(executorPreference: work) {
      defer { work.end() }
      do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
    }
    let result = await withTaskCancellationHandler {
      // A closure runs on the actor only if it captures it.
      _ = isolation
      await run(work)
      let end = now.advanced(by: duration)
      while let next = nextInstant(until: end) {
        advance(by: now.duration(to: max(next, now)))
        await run(work)
      }
      advance(by: now.duration(to: max(end, now)))
      work.runJobs()
      for await _ in work.events {
        advance(by: .zero)
        work.runJobs()
      }
      return await running.value
    } onCancel: {
      running.cancel()
    }
    return try result.get()
  }

  /// Runs the operation until it waits, and lets other tasks run too: those of a lower priority run after them.
  private func run(
    _ work: ScheduledWork, isolation: isolated (any Actor)? = #isolation
  ) async {
    work.runJobs()
    for _ in 0..<10 {
      await Task.detached(priority: .background) { await Task.yield() }.value
      work.runJobs()
    }
  }
}

/// What an asynchronous call waits for while an operation runs: the work of the clock, and the operation itself,
/// whose jobs the call runs.
final class ScheduledWork: TaskExecutor {
  /// An event each time that work or a job was scheduled. They end when the operation has ended.
  let events: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let jobs = Locked<[UnownedJob]>([])

  init() {
    (events, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func isScheduled() { continuation.yield() }
  func end() { continuation.finish() }

  /// Keeps a job for `runJobs`.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    isScheduled()
  }

  /// Runs the jobs, also those that they add, on the calling thread.
  func runJobs() {
    while true {
      let next = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      if next.isEmpty { return }
      for job in next { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
