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
      setLoop(player.mediaInfo?.isSeekable == true ? settings.loop(of: range) : nil)
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

extension TransportSettings {
  /// Returns the loop of a file of which this part is played; nil if nothing is repeated.
  func loop(of range: FileRange) -> PlaybackLoop? {
    if let loopRange { return PlaybackLoop(from: loopRange.lowerBound, to: loopRange.upperBound) }
    return isLooping ? PlaybackLoop(from: range.start, to: range.end, count: loopCount) : nil
  }
}
