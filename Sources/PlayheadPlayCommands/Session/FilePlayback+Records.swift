import PlayheadCore
import PlayheadLocking
import PortableCombine

/// The records of a file, written for each update of the player.
extension FilePlayback {
  /// Writes a record with the current position, if the file is open.
  ///
  /// On a terminal with a status line the record is printed above that line. May be called from any
  /// thread; the record is in order with the others.
  func writePosition() {
    let progress = player.currentProgress()
    queue.async { [self] in
      if isStarted, !isOver { records.writeRequested(progress) }
    }
  }

  /// Returns whether playback ended at the `--end` point. This includes a point counted from a
  /// duration that was longer than the media.
  private func isAtEndPoint(_ progress: PlayheadProgress) -> Bool {
    guard progress.cause == .ended, let point = options.end else { return false }
    return point.needsDuration || range.end.map { $0 <= progress.position } == true
  }

  func receive(subscription: any Subscription) {
    state.withLock { $0.subscription = subscription }
    subscription.request(.unlimited)
  }

  func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    if isOver { return .none }
    let isScheduling = state.withLock { state in
      defer { state.isScheduling = false }
      return state.isScheduling
    }
    // The player reports the seek to the scheduled start, before playback begins.
    if isScheduling, progress.cause == .seeked { return .none }
    var progress = progress
    // In records, a failure pauses playback; the state and the record `error` distinguish it.
    if progress.cause == .failed { progress.cause = .paused }
    // The next file starts at this instant, even if the end was noticed later.
    if let instant = progress.endInstant { progress.hostInstant = instant }
    let isLast = records.write(
      progress, isAtEndPoint: isAtEndPoint(progress),
      isStopping: state.withLock { $0.stopReason != nil })
    let (stopReason, beginning) = state.withLock { state in
      defer { state.beginning = .over }
      return (state.stopReason, state.beginning)
    }
    defer { if case .awaited(let begun) = beginning, !isOver { begun() } }
    if case .failed(let error) = progress.status {
      fail(error, at: progress)
    } else if progress.cause == .ended {
      if isLast || outputs.writer.isOutputClosed || !staysAtEnd() { finish(.end, at: progress) }
    } else if progress.endInstant != nil {
      finish(.endTime, at: progress)
    } else if outputs.writer.isOutputClosed {
      finish(.outputClosed, at: progress)
    } else if isLast {
      finish(.limit, at: progress)
    } else if let stopReason, progress.state == .paused {
      finishWhenRecorded(stopReason)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}
