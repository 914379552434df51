import PlayheadKit
import RemoteControl

/// Writes the records of each file that the queue plays, and decides when the next one starts.
extension PlaySession: PlayerQueueSupervisor {
  func begin(_ player: Player, of entry: PlayerQueue.Entry) {
    let remaining = state.withLock { $0.remaining }
    let range = entry.queuedFile?.range.withLock { $0 } ?? FileRange()
    let playback = FilePlayback(
      item(of: entry), (player, range), to: outputs, remaining: remaining,
      settings: { [weak self, options] in
        self?.state.withLock { $0.settings } ?? TransportSettings(options)
      },
      staysAtEnd: { [weak self] in self?.stays(atEndOf: entry) ?? false },
      ended: { [weak self] in self?.ended($0, entry) })
    // Before another thread can end it.
    noteStart(of: entry)
    state.withLock { $0.current = State.Current(entry: entry, playback: playback) }
    if let reason = leaveReason { playback.stop(reason) }
  }

  func prepare(_ player: Player, isScheduled: Bool) {
    guard let current = current(of: player) else { return }
    current.playback.begin(isScheduled: isScheduled)
    guard current.playback.isStarted else { return }
    let id = current.entry.queuedFile?.id ?? 0
    eventLog.send(.loaded(id: id))
    current.playback.followMovements { [eventLog] movement in
      switch movement {
      case .departed: eventLog.send(.seeking, of: id)
      case .arrived(_, let progress): eventLog.send(.restarted(progress), of: id)
      }
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
    noteStart(of: entry)
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
    let waits = state.withLock { state in
      (state.settings.waitsForFiles || state.hasFailedAttempt)
        && !state.isOver && state.stopReason == nil
    }
    if !waits { return endPlayback() }
    eventLog.send(.listChanged)
    eventLog.send(.idle)
  }

  /// Pauses at the end of a file that is to stay open. Returns false for another.
  private func stays(atEndOf entry: PlayerQueue.Entry) -> Bool {
    guard leaveReason == nil,
      state.withLock({ $0.settings.keepOpen }).includes(
        isLast: queue.list.entries.last == entry && queue.playCount == 1)
    else { return false }
    changeSettings { $0.setPaused(true) }
    return true
  }

  /// Has the queue leave a file after its last record, or ends playback.
  private func ended(_ outcome: FilePlayback.Outcome, _ entry: PlayerQueue.Entry) {
    let isChosen = queue.departure != nil
    let isLast = state.withLock { state in
      state.current = nil
      state.remaining = outcome.remaining
      if outcome.reason == .error { state.status = .failed } else { state.hasPlayedFile = true }
      state.hasFailedAttempt = outcome.reason == .error && entry.queuedFile?.isAttempt == true
      if !isChosen { state.order.end() }
      return outcome.reason.endsSession || outcome.remaining == 0
    }
    orderBell.signal()
    eventLog.send(.ended(id: entry.queuedFile?.id ?? 0, FileEnd(outcome)))
    if isLast { endPlayback() } else { queue.leave(entry, endedAt: outcome.endInstant) }
  }

  private func noteStart(of entry: PlayerQueue.Entry) {
    let count = queue.playCount
    let isRepeated = state.withLock { state in
      defer { state.playCount = count }
      return state.playCount != count
    }
    if isRepeated { eventLog.send(.settingsChanged) }
    eventLog.send(.listChanged)
    eventLog.send(.started(id: entry.queuedFile?.id ?? 0))
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
