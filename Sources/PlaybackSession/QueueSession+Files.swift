import PlayheadCore
import PlayheadTimekeeping

/// What happens to files, as the host reports it.
extension QueueSession {
  /// Begins an entry, with its file if it has a player.
  package func begin(_ entry: PlayerQueue.Entry, _ file: SessionFile?) {
    owner.run {
      let loop = Repetition(playCount: queue.playCount)
      let (old, events) = state.withLock { state in
        defer { state.file = file }
        return (state.file, state.machine.begin(entry.id, listLoop: loop))
      }
      // Released after unlocking.
      withExtendedLifetime(old) {}
      for event in events { publish(event) }
    }
  }

  /// Records that the file of an entry is open, applies the settings to it and follows its playhead.
  package func open(_ entry: PlayerQueue.Entry) {
    owner.run {
      let (event, file, settings) = state.withLock { state in
        (state.machine.open(entry.id), state.file, state.machine.settings)
      }
      guard let event, let file else { return }
      file.apply(settings, hasSound: hasSound)
      publish(event)
      file.followMovements { [weak self, id = entry.id] movement in self?.publish(movement, of: id)
      }
    }
  }

  private func publish(_ movement: PlayheadMovement, of file: Int) {
    owner.run {
      let event = state.withLock { $0.machine.event(of: movement, in: file) }
      if let event { publish(event) }
    }
  }

  /// Pauses at the end of an entry that stays open. Returns false for another.
  package func pause(atEndOf entry: PlayerQueue.Entry) -> Bool {
    owner.run {
      let isLast = queue.list.entries.last == entry && queue.playCount == 1
      guard !isLeaving, settings.keepOpen.includes(isLast: isLast) else { return false }
      changeSettings { $0.setPaused(true) }
      return true
    }
  }

  /// Leaves an entry in the queue, or ends the session after the last file. The instant is that of the end, if reached.
  package func end(
    _ entry: PlayerQueue.Entry, _ end: FileEnd, at instant: HostInstant?, isLast: Bool
  ) {
    owner.run {
      let isReplaced = queue.departure != nil
      let (left, event) = state.withLock { state in
        let event = state.machine.end(
          entry.id, end, isAttempt: entry.sessionEntry?.isAttempt == true, isReplaced: isReplaced)
        return (state.file.take(), event)
      }
      left?.stopFollowing()
      // Those that wait when the session ends need no answer.
      if !machine.isStopped { refuseDropped() }
      // The queue begins the next file on its worker, after this action. A program that asks when it
      // receives the event finds that the file was left.
      if !isLast { queue.leave(entry, endedAt: instant) }
      if let event { publish(event) }
      if isLast { endPlayback() }
    }
  }

  // MARK: The session

  /// Begins to play the first file, or to wait for one.
  package func begin(supervisedBy supervisor: any PlayerQueueSupervisor) {
    owner.run {
      queue.supervise(by: supervisor)
      if isIdle, !machine.isOver { publish(.idle) }
    }
  }

  /// Waits for files if the session does, because none is left. Otherwise ends the session.
  package func finish() {
    owner.run {
      // A request may have begun a file since the queue had none left.
      guard isIdle else { return }
      guard machine.waitsForFiles else { return endPlayback() }
      publish(.listChanged)
      publish(.idle)
      performWithoutFile()
    }
  }

  func endPlayback() {
    let event = state.withLock { $0.machine.finish() }
    if let event { publish(event) }
    queue.removeAllItems()
    host?.end()
  }

  /// Ends the session: interrupts everything that blocks, then ends playback of the current file, on the owner.
  package func stop(interrupting interrupt: () -> Void, _ leaveFile: () -> Void) {
    state.withLock { $0.machine.stop() }
    interrupt()
    owner.run {
      leaveFile()
      // A session that waits for files has no playback to end first.
      if isIdle { endPlayback() }
    }
  }
}
