import Media
import PortableCombine

/// Completes the publishers and completion handlers at the end of the player.
extension Player {
  /// A closure that completes the player's publishers. It does not retain the player.
  var completePublishers: @Sendable () -> Void {
    // Unsafe: subjects are not marked Sendable, but guard their own state.
    nonisolated(unsafe) let (status, properties) = (statusSubject, propertiesSubject)
    nonisolated(unsafe) let (ends, counts) = (playedToEndSubject, frameCountsSubject)
    nonisolated(unsafe) let (audio, volume, muted) = (
      audioStateSubject, volumeSubject, mutedSubject
    )
    return {
      status.send(completion: .finished)
      properties.send(completion: .finished)
      ends.send(completion: .finished)
      counts.send(completion: .finished)
      audio.send(completion: .finished)
      volume.send(completion: .finished)
      muted.send(completion: .finished)
    }
  }

  /// Calls the completion handlers that are still pending and, if the player was closed, completes
  /// its publishers. For `deinit`, in case the player was released before its routine ran.
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
    let calls = completions + (isClosed ? [completePublishers] : [])
    if calls.isEmpty { return }
    // On a thread of its own, because the caller that releases the player may hold a lock.
    let routine = clock.makeRoutine(on: .worker("playhead-events")) {
      for call in calls { call() }
      return .wait(until: nil)
    }
    routine.wake()
  }
}
