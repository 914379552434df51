import PlayheadAudio

/// The sound of a file.
extension FilePlayback {
  /// Reports once if the sound cannot be heard.
  func listen() {
    guard let audio = options.sound.output else { return }
    let listening = player.audioStatePublisher(queue: nil)
      .compactMap { state -> AudioError? in
        if case .silent(.noOutput(let error)) = state { error } else { nil }
      }
      .prefix(1)
      .sink { [weak self] error in self?.handleSilence(error, audio) }
    state.withLock { $0.listening = listening }
  }

  private func handleSilence(_ error: AudioError, _ audio: PlayOptions.AudioArgument) {
    guard audio == .required else { return outputs.reportSilence(error) }
    queue.async { [self] in
      recorded.finish(.error, at: player.currentProgress(), because: "\(error)")
    }
  }
}
