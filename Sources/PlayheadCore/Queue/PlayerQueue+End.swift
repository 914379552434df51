import PortableCombine
import PlayheadTimekeeping

extension PlayerQueue {
  /// Completes the publishers of the queue, and finishes its current item when that has ended. For `deinit`.
  func publishEnd() {
    let (current, left) = state.withLock { state in
      let left = state.machine.effects.compactMap { effect in
        if case .finish(let entry) = effect { state.player(of: entry) } else { nil }
      }
      return (state.machine.currentEntry.flatMap { state.player(of: $0) }, left)
    }
    let (items, failures) = (currentSubject, failureSubject)
    // On a new thread, because the caller that releases the queue may hold a lock.
    let routine = clock.makeRoutine(on: .worker("playhead-events")) {
      for player in left { player.finish() }
      current?.finishAtItsEnd()
      items.send(completion: .finished)
      failures.send(completion: .finished)
      return .wait(until: nil)
    }
    routine.wake()
  }
}

extension Player {
  /// Finishes when playback has ended or failed, now or later. Does not retain the player.
  fileprivate func finishAtItsEnd() {
    let subscriptions = [
      playedToEndSubject.sink { [weak self] _ in self?.finish() },
      statusSubject.sink(
        receiveCompletion: { _ in },
        receiveValue: { [weak self] status in
          if case .failed = status { self?.finish() }
        }),
    ]
    // Released with the player: the subjects of one that is never closed do not complete.
    state.withLock { $0.subscriptionsToEnd = subscriptions }
    if playbackState == .ended { finish() }
  }
}
