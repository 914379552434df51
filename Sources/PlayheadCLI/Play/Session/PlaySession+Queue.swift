import PlayheadKit

/// Writes the records of each file that the queue plays, and decides when the next one starts.
extension PlaySession: PlayerQueueSupervisor {
  func begin(_ player: Player, at index: Int) {
    let (range, remaining) = state.withLock { state in
      (state.ranges.removeValue(forKey: index) ?? FileRange(), state.remaining)
    }
    let playback = FilePlayback(
      item(at: index), (player, range), to: outputs, remaining: remaining,
      settings: { [weak self, options] in
        self?.state.withLock { $0.settings } ?? TransportSettings(options)
      },
      ended: { [weak self] in self?.ended($0, at: index) })
    state.withLock { $0.playback = playback }
    if let reason = leaveReason { playback.stop(reason) }
  }

  func prepare(_ player: Player, isScheduled: Bool) {
    playback(of: player)?.begin(isScheduled: isScheduled)
  }

  func didStart(_ player: Player) {
    guard let playback = playback(of: player) else { return }
    display?.update()
    if !playback.stopsAtStart() { catchUp() }
  }

  func fail(_ error: any Error, at index: Int) {
    if let playback = state.withLock({ $0.playback }) {
      if let error = error as? MediaError { playback.failToOpen(error) }
      return
    }
    var reason = leaveReason
    if reason == nil {
      let message = (error as? FileFailure)?.message ?? "\(error)"
      Messages.say(message)
      outputs.writer.write(.error(message), of: item(at: index))
      outputs.writer.write(.end(.error, position: .zero), of: item(at: index))
      reason = .error
    }
    let remaining = state.withLock { $0.remaining }
    ended(.init(reason: reason ?? .error, endInstant: nil, remaining: remaining), at: index)
  }

  func finish() {
    endPlayback()
  }

  /// Has the queue leave a file after its last record, or ends playback.
  private func ended(_ outcome: FilePlayback.Outcome, at index: Int) {
    let isChosen = queue.chosenOffset != nil
    let isLast = state.withLock { state in
      state.playback = nil
      state.remaining = outcome.remaining
      if outcome.reason == .error { state.status = .failed }
      if !isChosen { state.order.end() }
      return outcome.reason.endsSession || outcome.remaining == 0
    }
    orderBell.signal()
    if isLast { endPlayback() } else { queue.leave(index, endedAt: outcome.endInstant) }
  }

  private func playback(of player: Player) -> FilePlayback? {
    state.withLock { $0.playback.flatMap { $0.player === player ? $0 : nil } }
  }

  private func item(at index: Int) -> PlayedItem {
    let file = files[index]
    return PlayedItem(
      file: file.argument, number: index + 1, of: files.count, title: file.title)
  }
}

extension EndReason {
  /// Whether no further file is played.
  fileprivate var endsSession: Bool {
    switch self {
    case .end, .endTime, .next, .previous, .error: false
    case .interrupted, .terminated, .hungUp, .limit, .quit, .outputClosed: true
    }
  }
}
