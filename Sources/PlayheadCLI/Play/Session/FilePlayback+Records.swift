import Locking
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
      let progress = progress.requested(after: state.withLock { $0.told })
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
      state.told = progress
      return state.item
    }.counted(at: progress.position, by: player)
    let record = Record.progress(progress, wallTime: wallTime)
    writer.write(record, of: item)
    if let command = options.cueCommand, isCue(progress) {
      cues.run(
        command.words(at: Moment(progress: progress, wallTime: wallTime, item: item)))
    }
    return (record, item)
  }

  /// Returns whether `--exec` runs its command for an update.
  private func isCue(_ progress: PlayheadProgress) -> Bool {
    // Stopping pauses the player first; that is not a pause of the user.
    let isStopping = state.withLock { $0.stopReason != nil } || progress.state == .failed
    if isStopping, progress.cause == .paused { return false }
    let events = options.cueEvents ?? [.boundary]
    return events.contains {
      $0.isReported(
        by: progress, isEnd: isEnd(progress), isAtEndPoint: isAtEndPoint(progress))
    }
  }

  /// Returns whether playback ended at the `--end` point. This includes a point counted from a
  /// duration that was longer than the media.
  private func isAtEndPoint(_ progress: PlayheadProgress) -> Bool {
    guard progress.cause == .ended, let end, let point = options.end else { return false }
    return point.needsDuration || progress.position >= end
  }

  func receive(subscription: any Subscription) {
    state.withLock { $0.subscription = subscription }
    subscription.request(.max(1))
  }

  func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    if isOver { return .none }
    let isScheduling = state.withLock { state in
      defer { state.isScheduling = false }
      return state.isScheduling
    }
    // The player reports the seek to the scheduled start, before playback begins.
    if isScheduling, progress.cause == .jumped { return .max(1) }
    var progress = progress
    // The next file starts at this instant, even if the end was noticed later.
    if isEnd(progress) { progress.hostInstant = player.anchorInstant }
    write(progress)
    statistics?.add(progress)
    let (stopReason, isLast) = state.withLock { state in
      state.remaining = state.remaining.map { $0 - 1 }
      return (state.stopReason, state.remaining == 0)
    }
    if case .failed(let error) = player.status {
      fail(error)
    } else if progress.cause == .ended {
      finish(.end, position: progress.position)
    } else if isEnd(progress) {
      finish(.endTime, position: progress.position)
    } else if writer.isOutputClosed {
      finish(.outputClosed, position: progress.position)
    } else if isLast {
      finish(.limit, position: progress.position)
    } else if let stopReason, progress.state == .paused {
      if options.isInstant {
        finish(stopReason, position: progress.position)
      } else {
        finishInOrder(stopReason)
      }
    } else {
      return .max(1)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}

  /// Returns whether an update is the end of the media or the `--end` point. Playback pauses at the
  /// latter, but not at boundaries of the schedule.
  private func isEnd(_ progress: PlayheadProgress) -> Bool {
    progress.cause == .ended || (progress.cause == .boundary && progress.state == .paused)
  }
}
