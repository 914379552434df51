import PlayheadKit

/// The sound of a file.
extension FilePlayback {
  /// Applies the volume that the user has set.
  ///
  /// Another thread may change the settings during this call. They are read again afterwards, so
  /// that the latest ones are applied last.
  func applyVolume() {
    guard options.sound.output != nil else { return }
    var settings = settings()
    while true {
      settings.applyVolume(to: player)
      let latest = self.settings()
      if latest == settings { return }
      settings = latest
    }
  }

  /// Reports once if the sound cannot be heard.
  func listen() {
    guard let audio = options.sound.output else { return }
    let listening = player.audioStatePublisher
      .compactMap { state -> AudioError? in
        if case .silent(.noOutput(let error)) = state { error } else { nil }
      }
      .prefix(1)
      .sink { [weak self] error in self?.noteSilence(error, audio) }
    state.withLock { $0.listening = listening }
  }

  private func noteSilence(_ error: AudioError, _ audio: PlayOptions.AudioArgument) {
    guard audio == .required else { return outputs.noteSilence(error) }
    queue.async { [self] in
      finish(.error, at: player.currentProgress(), because: "\(error)")
    }
  }
}

extension TransportSettings {
  func applyVolume(to player: Player) {
    player.volume = volume.gain
    player.isMuted = isMuted
  }
}
