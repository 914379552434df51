import PlayheadMedia
import PlayheadTimekeeping

/// Stepping by frames. The target frame is looked up in the media read, or read if it is not known.
extension PlaybackMachine {
  mutating func step(by count: Int, at now: HostInstant, completion: SeekCompletion?) {
    setRate(.paused, at: now)
    cancelSeek(.cancelled)
    seeking.wait(
      for: PendingStep(count: count, start: position(at: now), completion: completion))
    if case .failed(let error) = phase.status { return failSeek(error) }
    if phase.isClosed { return cancelSeek(.interrupted) }
    load()
    continueStepping(at: now)
  }

  /// Completes the pending step if its frame is known; otherwise requests the missing media.
  mutating func continueStepping(at now: HostInstant) {
    guard phase.isReady, seeking.isStepping else { return }
    if !phase.rate.isPaused { return cancelSeek(.cancelled) }
    switch seeking.nextStepAction(feed) {
    case .wait, nil: break
    case .fail(let reason): cancelSeek(reason)
    case .read(let position, let isBack):
      restartReading(at: position)
      // The playhead does not move there, so frames before it are not late.
      if isBack { feed.jump(to: self.position(at: now)) }
    case .land(let position):
      let completion = seeking.removeStep()
      seek(to: position, at: now, completion: completion)
    }
  }
}
