import Media
import Timekeeping

/// Stepping by frames: which frame is to be gone to is looked up in what has been read, and read
/// where it is not known.
extension PlaybackMachine {
  mutating func step(by count: Int, at now: HostInstant, completion: SeekCompletion?) {
    setRate(.paused, at: now)
    cancelSeek(.cancelled)
    seeking.wait(
      for: PendingStep(count: count, start: position(at: now), completion: completion))
    if case .failed(let error) = phase.status { return failSeek(error) }
    if phase.isClosed { return cancelSeek(.interrupted) }
    load()
    goOnStepping(at: now)
  }

  /// Steps, if enough is known, or has what is missing read.
  mutating func goOnStepping(at now: HostInstant) {
    guard phase.isReady, seeking.isStepping else { return }
    if !phase.rate.isPaused { return cancelSeek(.cancelled) }
    switch seeking.nextStepAction(feed) {
    case .wait, nil: break
    case .fail(let reason): cancelSeek(reason)
    case .read(let position, let isBack):
      feed.restart(at: position)
      // The playhead has not gone there: what is presented before it is not late.
      if isBack { feed.jump(to: self.position(at: now)) }
    case .land(let position):
      let completion = seeking.takeStepCompletion()
      seek(to: position, at: now, completion: completion)
    }
  }
}
