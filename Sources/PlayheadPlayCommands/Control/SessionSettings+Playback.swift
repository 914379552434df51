import PlaybackSession
import PlayheadAudio

/// How the settings of a session apply to its players.
extension SessionSettings {
  /// Creates the settings of a command line.
  init(_ options: PlayOptions) {
    self.init()
    rate = options.rate
    isPaused = options.isPaused
    volume = (options.sound.volume ?? .full).percent
    isMuted = options.sound.isMuted
    chosenFileLoop = Repetition(count: options.loopCount)
    fileLoop = options.isLooping ? chosenFileLoop : .none
    waitsForFiles = options.waitsForFiles
    audioDelay = options.sound.delay ?? .zero
  }

  /// Whether sound is heard at the rate.
  var isAudible: Bool { TimeStretch.rates.contains(rate) }
}
