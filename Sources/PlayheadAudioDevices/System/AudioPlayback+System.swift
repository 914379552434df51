import PlayheadCore

extension AudioPlayback {
  /// Plays on a device of the sound server, or of ALSA if there is no server.
  ///
  /// - Parameters:
  ///   - device: The name of the device; nil for the default. With the prefix `pulse:` or `alsa:`, only
  ///     one of them is tried.
  ///   - delay: How much later than the container says the sound is heard; negative for earlier.
  /// - Returns: The description for a player. Nothing is loaded or opened yet.
  public static func system(device: String? = nil, delay: Duration = .zero) -> AudioPlayback {
    AudioPlayback(output: SystemAudioOutputOpener(device: device), delay: delay)
  }
}
