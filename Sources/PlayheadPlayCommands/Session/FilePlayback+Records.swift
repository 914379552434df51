import PlayheadCore
import PlayheadLocking
import PlayheadOutputs

/// The records of a file, written for each update of the player.
extension FilePlayback: RecordedPlayheadOwner {
  /// Whether playback ended at `--end`, or at one counted from a duration that was longer than the media.
  func isAtEndPoint(_ progress: PlayheadProgress) -> Bool {
    guard progress.cause == .ended, let point = options.end else { return false }
    return point.needsDuration || range.end.map { $0 <= progress.position } == true
  }

  var isStopping: Bool { state.withLock { $0.stopReason != nil } }

  func prepare(_ progress: PlayheadProgress) -> PlayheadProgress? {
    let isScheduling = state.withLock { state in
      defer { state.isScheduling = false }
      return state.isScheduling
    }
    // The player reports the seek to the scheduled start, before playback begins.
    if isScheduling, progress.cause == .seeked { return nil }
    var progress = progress
    // In records, a failure pauses playback; the state and the record `error` distinguish it.
    if progress.cause == .failed { progress.cause = .paused }
    // The next file starts at this instant, even if the end was noticed later.
    if let instant = progress.endInstant { progress.hostInstant = instant }
    return progress
  }

  func didRecord(_ progress: PlayheadProgress, isLast: Bool) {
    let (stopReason, beginning) = state.withLock { state in
      defer { state.beginning = .over }
      return (state.stopReason, state.beginning)
    }
    defer { if case .awaited(let begun) = beginning, !isOver { begun() } }
    if case .failed(let error) = progress.status {
      fail(error, at: progress)
    } else if progress.cause == .ended {
      if isLast || outputs.writer.isOutputClosed || !pauseAtEnd() {
        recorded.finish(.end, at: progress)
      }
    } else if progress.endInstant != nil {
      recorded.finish(.endTime, at: progress)
    } else if outputs.writer.isOutputClosed {
      recorded.finish(.outputClosed, at: progress)
    } else if isLast {
      recorded.finish(.limit, at: progress)
    } else if let stopReason, progress.state == .paused {
      finishWhenRecorded(stopReason)
    }
  }

  func willEnd(_ reason: EndReason, at progress: PlayheadProgress) {
    outputs.positions?.leave(player, at: progress, isPlayedThrough: reason == .end)
    state.withLock { $0.listening.take() }?.cancel()
  }

  func didEnd(_ ending: RecordedPlayhead.Ending) { ended(self, ending) }
}
