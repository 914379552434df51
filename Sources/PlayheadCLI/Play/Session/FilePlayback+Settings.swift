import PlayheadKit

/// Applies the rate, the pause and the loop that the user wants.
extension FilePlayback {
  /// Applies the current settings to the player.
  ///
  /// Another thread may change the settings during this call. They are read again afterwards, so
  /// that the latest ones are applied last.
  func applySettings() {
    var settings = settings()
    while isStarted, !isOver {
      apply(settings)
      let latest = self.settings()
      if latest == settings { break }
      settings = latest
    }
    display?.update()
  }

  private func apply(_ settings: TransportSettings) {
    let canLoop = settings.isLooping && player.mediaInfo?.isSeekable == true
    setLoop(canLoop ? PlaybackLoop(from: start, to: end, count: settings.loopCount) : nil)
    setRate(settings.playerRate)
  }

  /// Sets the loop only if it changed, because the player would count its passes from the start.
  private func setLoop(_ loop: PlaybackLoop?) {
    let isNew = state.withLock { state in
      defer { state.loop = loop }
      return state.loop != loop
    }
    if isNew { player.setLoop(loop) }
  }

  private func setRate(_ rate: Rate) {
    switch state.withLock({ $0.beginning.take() }) {
    case .at(let instant) where !rate.isPaused:
      state.withLock { $0.isScheduling = true }
      player.setRate(rate, time: start, atHostTime: instant)
    case .asOf(let instant) where !rate.isPaused: player.setRate(rate, asOf: instant)
    // Setting the same rate would cancel the scheduled start.
    case nil where player.playbackState == .waiting && player.rate == rate: break
    default: player.setRate(rate)
    }
  }
}
