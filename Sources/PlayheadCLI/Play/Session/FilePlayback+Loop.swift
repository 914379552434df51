import PlayheadKit

/// Applies the loop that the user wants.
extension FilePlayback {
  /// Applies the current setting to the player.
  ///
  /// Another thread may change the settings during this call. They are read again afterwards, so
  /// that the latest ones are applied last.
  func applyLoop() {
    var settings = settings()
    while isStarted, !isOver {
      let canLoop = settings.isLooping && player.mediaInfo?.isSeekable == true
      setLoop(
        canLoop
          ? PlaybackLoop(from: range.start, to: range.end, count: settings.loopCount) : nil)
      let latest = self.settings()
      if latest == settings { break }
      settings = latest
    }
  }

  /// Sets the loop only if it changed, because the player would count its passes from the start.
  private func setLoop(_ loop: PlaybackLoop?) {
    let isNew = state.withLock { state in
      defer { state.loop = loop }
      return state.loop != loop
    }
    if isNew { player.setLoop(loop) }
  }
}
