import PlayheadKit
import RemoteControl

/// Applies the settings of the session to an open file.
extension FilePlayback {
  /// Applies the settings. Call this from one thread at a time.
  func apply(_ settings: SessionSettings) {
    guard isStarted, !isOver else { return }
    setLoop(player.mediaInfo?.isSeekable == true ? settings.loop(of: range) : nil)
    if options.sound.output != nil { settings.applyVolume(to: player) }
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

extension SessionSettings {
  /// Returns the loop of a file of which this part is played; nil if nothing is repeated.
  func loop(of range: FileRange) -> PlaybackLoop? {
    if let loopRange { return PlaybackLoop(from: loopRange.lowerBound, to: loopRange.upperBound) }
    return fileLoop == .none
      ? nil : PlaybackLoop(from: range.start, to: range.end, count: fileLoop.count)
  }

  func applyVolume(to player: Player) {
    player.volume = Volume(percent: volume).gain
    player.isMuted = isMuted
  }
}
