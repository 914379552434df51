import PlaybackSession
import PlayheadKit

/// Writes the records of each file that the queue plays, and decides when the next one starts.
extension PlaySession: PlayerQueueSupervisor {
  func begin(_ player: Player, of entry: PlayerQueue.Entry) {
    owner.run {
      let (remaining, range) = (
        state.withLock { $0.remaining }, entry.queuedFile?.range.withLock { $0 } ?? FileRange()
      )
      let playback = FilePlayback(
        item(of: entry), (player, range), to: outputs, remaining: remaining,
        settings: { [weak self, options] in
          self?.settings ?? SessionSettings(options)
        },
        staysAtEnd: { [weak self] in self?.stays(atEndOf: entry) ?? false },
        ended: { [weak self] in self?.ended($0, entry) })
      let file = SessionFile(
        id: entry.id, player: player, start: range.start, end: range.end,
        locate: { target throws(SessionRefusal) in try playback.position(of: target) })
      state.withLock { $0.current = State.Current(entry: entry, file: file, playback: playback) }
      begin(entry)
      if let reason = leaveReason { playback.stop(reason) }
    }
  }

  func prepare(_ player: Player, isScheduled: Bool) {
    guard let current = current(of: player) else { return }
    let playback = current.playback
    // Its records may block.
    playback.begin(isScheduled: isScheduled)
    owner.run {
      guard playback.isStarted, !playback.isOver else { return }
      let file = current.file
      guard let event = state.withLock({ $0.machine.open(file.id) }) else { return }
      file.apply(settings, hasSound: audio != nil)
      publish(event)
      file.followMovements { [weak self, id = file.id] movement in self?.publish(movement, of: id) }
    }
  }

  func didStart(_ player: Player) {
    guard let playback = current(of: player)?.playback else { return }
    display?.update()
    if playback.stopsAtStart() { return }
    playback.whenBegun { [weak self] in self?.catchUp() }
  }

  func fail(_ error: any Error, of entry: PlayerQueue.Entry) {
    if let playback = state.withLock({ $0.current })?.playback {
      if let error = error as? MediaError { playback.failToOpen(error) }
      return
    }
    owner.run { begin(entry) }
    var outcome = FilePlayback.Outcome(
      reason: leaveReason ?? .error, remaining: state.withLock { $0.remaining })
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

  func finish() {
    owner.run {
      guard state.withLock({ $0.machine.waitsForFiles }) else { return endPlayback() }
      publish(.listChanged)
      publish(.idle)
    }
  }

  /// Pauses at the end of a file that is to stay open. Returns false for another.
  private func stays(atEndOf entry: PlayerQueue.Entry) -> Bool {
    owner.run {
      guard leaveReason == nil,
        settings.keepOpen.includes(
          isLast: queue.list.entries.last == entry && queue.playCount == 1)
      else { return false }
      changeSettings { $0.setPaused(true) }
      return true
    }
  }

  /// Has the queue leave a file after its last record, or ends playback.
  private func ended(_ outcome: FilePlayback.Outcome, _ entry: PlayerQueue.Entry) {
    owner.run {
      let isReplaced = queue.departure != nil
      let (left, event) = state.withLock { state in
        state.remaining = outcome.remaining
        let event = state.machine.end(
          entry.id, FileEnd(outcome), isAttempt: entry.queuedFile?.isAttempt == true,
          isReplaced: isReplaced)
        return (state.current.take(), event)
      }
      left?.file.stopFollowing()
      orderBell.signal()
      // The queue begins the next file on its worker, after this action. A program that asks when it
      // receives the event finds that the file was left.
      let isLast = outcome.reason.endsSession || outcome.remaining == 0
      if !isLast { queue.leave(entry, endedAt: outcome.endInstant) }
      if let event { publish(event) }
      if isLast { endPlayback() }
    }
  }

  private func begin(_ entry: PlayerQueue.Entry) {
    let loop = Repetition(playCount: queue.playCount)
    let events = state.withLock { $0.machine.begin(entry.id, listLoop: loop) }
    for event in events { publish(event) }
  }

  private func current(of player: Player) -> State.Current? {
    state.withLock { $0.current.flatMap { $0.playback.player === player ? $0 : nil } }
  }

  private func item(of entry: PlayerQueue.Entry) -> PlayedItem {
    let file = entry.queuedFile?.file
    let place = queue.place(of: entry) ?? (0, 1)
    return PlayedItem(
      file: file?.argument ?? "", number: place.index + 1, of: place.count, title: file?.title)
  }
}

extension EndReason {
  /// Whether no further file is played.
  fileprivate var endsSession: Bool {
    switch self {
    case .end, .endTime, .next, .previous, .stopped, .error: false
    case .interrupted, .terminated, .hungUp, .limit, .quit, .outputClosed: true
    }
  }
}

extension FileEnd {
  fileprivate init(_ outcome: FilePlayback.Outcome) {
    self =
      switch outcome.reason {
      case .end, .endTime: .finished
      case .next, .previous, .stopped: .stopped
      case .error: .failed(outcome.error ?? "", outcome.cause)
      case .interrupted, .terminated, .hungUp, .limit, .quit, .outputClosed: .quit
      }
  }
}
