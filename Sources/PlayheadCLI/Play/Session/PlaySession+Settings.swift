import PlaybackSession
import PlayheadKit

/// Changes of the settings, and their effect.
extension PlaySession {
  /// Changes the settings, unless the closure throws an error, and applies them.
  func changeSettings<Failure: Error>(
    _ change: (inout SessionSettings) throws(Failure) -> Void
  ) throws(Failure) {
    try owner.run { () throws(Failure) in
      let old = self.settings
      var settings = old
      try change(&settings)
      if isKeptAtEnd { settings.isPaused = true }
      state.withLock { $0.machine.settings = settings }
      if audio != nil, old.isAudible, !settings.isAudible {
        Messages.say(OutputMessage.silentRate)
      }
      apply(settings)
      if settings != old { publish(.settingsChanged) }
    }
  }

  /// Whether the current file has stayed open at its end. It is paused until a seek.
  private var isKeptAtEnd: Bool {
    let (settings, playback) = state.withLock { ($0.machine.settings, $0.playback) }
    return settings.keepOpen != .none && settings.isPaused
      && playback?.player.currentProgress().state == .ended
  }

  private func apply(_ settings: SessionSettings) {
    let current = state.withLock { $0.current }
    current?.file.apply(settings, hasSound: audio != nil)
    queue.setRate(settings.playerRate)
    queue.preloadPolicy = settings.preloading(options)
    for player in queue.items { settings.applyVolume(to: player) }
    if current != nil { display?.update() }
  }
}
