import PlaybackSession
import PlayheadCore
import PlayheadMedia
import PlayheadOutputs
import PlayheadRecords

/// Writes the records of each file that the queue plays, and decides when the next one starts.
extension PlaySession: PlayerQueueSupervisor {
  func begin(_ player: Player, of entry: PlayerQueue.Entry) {
    session.owner.run {
      let range = entry.queuedFile?.range.withLock { $0 } ?? FileRange()
      let playback = FilePlayback(
        item(of: entry), of: entry, (player, range), in: recording,
        settings: { [weak session, options] in session?.settings ?? SessionSettings(options) },
        pauseAtEnd: { [weak session] in session?.pause(atEndOf: entry) ?? false },
        ended: { [weak self] in self?.ended($1, entry, $0) })
      let file = SessionFile(
        entry, player: player, start: range.start, end: range.end,
        isGrowing: options.follows,
        locate: { target throws(SessionRefusal) in try playback.position(of: target) },
        check: { request throws(SessionRefusal) in try playback.check(request) })
      recording.add(playback)
      session.begin(entry, file)
      if let reason = leaveReason { playback.stop(reason) }
    }
  }

  func prepare(_ player: Player, isScheduled: Bool) {
    guard let current = current(of: player) else { return }
    // Its records may block.
    current.begin(isScheduled: isScheduled)
    session.owner.run {
      if current.isStarted, !current.isOver { session.open(current.entry) }
    }
  }

  func didStart(_ player: Player) {
    guard let playback = current(of: player) else { return }
    display?.update()
    if playback.stopAtStart() { return }
    playback.whenBegun { [weak session] in session?.catchUp() }
  }

  func fail(_ error: any Error, of entry: PlayerQueue.Entry, _ player: Player?) {
    if let player {
      // Another thread may have left the file in the meantime, and begun the next one.
      if let error = error as? MediaError { current(of: player)?.failToOpen(error) }
      return
    }
    session.begin(entry, nil)
    var outcome = RecordedPlayhead.Ending(
      reason: leaveReason ?? .error, remaining: recording.remaining)
    if outcome.reason == .error {
      let message = (error as? FileFailure)?.message ?? "\(error)"
      let item = item(of: entry)
      Messages.say(message)
      outputs.writer.write(.error(message), of: item)
      outputs.writer.write(.end(.error, position: .zero), of: item)
      outcome.error = message
      outcome.cause = (error as? MediaError)?.reason
    }
    ended(outcome, entry)
  }

  func finish() { session.finish() }

  /// Has the queue leave a file after its last record, or ends playback.
  private func ended(
    _ outcome: RecordedPlayhead.Ending, _ entry: PlayerQueue.Entry, _ playback: FilePlayback? = nil
  ) {
    session.owner.run {
      if let playback { recording.remove(playback, remaining: outcome.remaining) }
      let end = FileEnd(outcome)
      session.end(
        entry, end, at: outcome.endInstant, isLast: end == .quit || outcome.remaining == 0)
    }
  }

  private func current(of player: Player) -> FilePlayback? {
    current.flatMap { $0.player === player ? $0 : nil }
  }

  private func item(of entry: PlayerQueue.Entry) -> PlayedItem {
    let file = entry.queuedFile?.file
    let place = queue.index(of: entry) ?? (0, 1)
    return PlayedItem(
      file: file?.origin ?? file?.argument ?? "", number: place.index + 1, of: place.count,
      title: file?.title)
  }
}

extension FileEnd {
  fileprivate init(_ outcome: RecordedPlayhead.Ending) {
    self =
      switch outcome.reason {
      case .end, .endTime: .finished
      case .next, .previous, .stopped: .stopped
      case .error: .failed(outcome.error ?? "", outcome.cause)
      case .interrupted, .terminated, .hungUp, .limit, .quit, .closed, .outputClosed: .quit
      }
  }
}
