import Media
import PortableCombine

/// Completes the publishers and completion handlers at the end of the player.
extension Player {
  /// Completes the publishers of the player's condition. It does not hold the player.
  var completeCondition: @Sendable () -> Void {
    // Unsafe: subjects are not marked Sendable, but guard their own state.
    nonisolated(unsafe) let (status, condition) = (statusSubject, conditionSubject)
    nonisolated(unsafe) let (ends, counts) = (playedToEndSubject, frameCountsSubject)
    return {
      status.send(completion: .finished)
      condition.send(completion: .finished)
      ends.send(completion: .finished)
      counts.send(completion: .finished)
    }
  }

  /// Has those told who wait for a seek, a step or, where the player was closed, for the end, if
  /// its own routine did not come to it before the last one let go of the player. For `deinit`.
  func publishEnd() {
    let (events, isClosed) = state.withLock { state -> ([PlaybackEvent], Bool) in
      let isClosed = state.machine.phase.isClosed && !state.isEndPublished
      state.machine.close(at: clock.now)
      return (state.machine.log.takeEvents(), isClosed)
    }
    let completions = events.compactMap { event -> (@Sendable () -> Void)? in
      guard case .sought(let completion, let result) = event else { return nil }
      return { completion(result) }
    }
    let calls = completions + (isClosed ? [completeCondition] : [])
    if calls.isEmpty { return }
    // Not here: whoever lets go of a player may hold a lock.
    let routine = clock.makeRoutine(on: .worker("playhead-tell")) {
      for call in calls { call() }
      return .wait(until: nil)
    }
    routine.wake()
  }
}
