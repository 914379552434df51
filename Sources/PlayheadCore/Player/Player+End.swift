import PortableCombine

/// Completes the publishers and completion handlers at the end of the player.
extension Player {
  /// A closure that completes the player's publishers. It does not retain the player.
  var completePublishers: @Sendable () -> Void {
    let (status, properties) = (statusSubject, propertiesSubject)
    let (ends, counts) = (playedToEndSubject, frameCountsSubject)
    let movements = movementSubject
    let (audio, volume, muted) = (
      audioStateSubject, volumeSubject, mutedSubject
    )
    return {
      status.send(completion: .finished)
      properties.send(completion: .finished)
      ends.send(completion: .finished)
      movements.send(completion: .finished)
      counts.send(completion: .finished)
      audio.send(completion: .finished)
      volume.send(completion: .finished)
      muted.send(completion: .finished)
    }
  }

  /// Calls pending completion handlers and completes the publishers, if the player was released before its routine ran.
  func publishEnd() {
    let (events, isClosed, isSilent) = state.withLock { state -> ([PlaybackEvent], Bool, Bool) in
      let (isClosed, isSilent) = (state.machine.isClosed, state.machine.isSilent)
      state.machine.close(at: clock.now)
      return (
        state.machine.removeEvents(), isClosed && !state.isEndPublished, !isClosed || isSilent
      )
    }
    let (statuses, ends) = (statusSubject, playedToEndSubject)
    var calls: [@Sendable () -> Void] = []
    for event in events {
      switch event {
      case .changed where isSilent, .status where isSilent, .moved: break
      case .changed(let change):
        if let end = PlaybackEnd(change) { calls.append { ends.send(end) } }
      case .status(let status): calls.append { statuses.send(status) }
      case .loaded(let completion, let result): calls.append { completion(result) }
      case .sought(let completion, let result): calls.append { completion(result) }
      case .passed(let completion): calls.append(completion)
      }
    }
    if isClosed { calls.append(completePublishers) }
    if calls.isEmpty { return }
    // On a new thread, because the caller that releases the player may hold a lock.
    let routine = clock.makeRoutine(on: .worker("playhead-events")) { [calls] in
      for call in calls { call() }
      return .wait(until: nil)
    }
    routine.wake()
  }
}
