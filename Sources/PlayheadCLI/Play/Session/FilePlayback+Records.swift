import PlayheadLocking
import PlayheadKit

/// The records of a file, written for each update of the player.
extension FilePlayback {
  /// Writes a record with the current position, if the file is open.
  ///
  /// On a terminal with a status line the record is printed above that line. May be called from any
  /// thread; the record is in order with the others.
  func writePosition() {
    let progress = player.currentProgress()
    queue.async { [self] in
      if isOver || !isStarted { return }
      let progress = progress.requested(after: state.withLock { $0.lastWritten })
      let (record, item) = write(progress)
      guard let display else { return }
      var bytes: [UInt8] = []
      var format = options.makeFormat(.text)
      format.append(record, of: item, to: &bytes)
      display.say([String(decoding: bytes.dropLast(), as: UTF8.self)])
    }
  }

  @discardableResult
  private func write(_ progress: PlayheadProgress) -> (Record, PlayedItem) {
    let wallTime =
      options.isInstant ? nil : WallTime(of: progress.hostInstant, now: player.clock.now)
    let item = state.withLock { state in
      state.lastWritten = progress
      return state.item
    }.counted(at: progress)
    let record = Record.progress(progress, wallTime: wallTime)
    outputs.writer.write(record, of: item)
    if let command = options.cues.command, isCue(progress) {
      outputs.cues.run(
        command.words(at: Moment(progress: progress, wallTime: wallTime, item: item)))
    }
    return (record, item)
  }

  /// Returns whether `--exec` runs its command for an update.
  private func isCue(_ progress: PlayheadProgress) -> Bool {
    // Stopping pauses the player first; that is not a pause of the user.
    let isStopping = state.withLock { $0.stopReason != nil } || progress.state == .failed
    if isStopping, progress.cause == .paused { return false }
    let events = options.cues.events ?? [.boundary]
    return events.contains {
      $0.isReported(
        by: progress, isEnd: progress.endInstant != nil, isAtEndPoint: isAtEndPoint(progress))
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
    write(progress)
    statistics?.add(progress)
    let (stopReason, isLast, beginning) = state.withLock { state in
      state.remaining = state.remaining.map { $0 - 1 }
      defer { state.beginning = .over }
      return (state.stopReason, state.remaining == 0, state.beginning)
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
