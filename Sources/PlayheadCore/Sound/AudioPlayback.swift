import PlayheadAudio

/// The output of a player's sound, and its delay.
///
/// Players with the same description share one output, one after another: the sound of the next item of a `PlayerQueue`
/// follows without a gap. A player that starts while another one is heard waits until that one ends, is paused, or has
/// waited for media for a second; then that one waits. Players that are heard at the same time need a description each.
public struct AudioPlayback: Sendable {
  /// Opens the output that all players with this description share.
  let output: SharedAudioOutputOpener
  /// How much later than the container says the sound is heard; negative for earlier. At most some
  /// seconds are useful: the media between is read ahead.
  public var delay: Duration

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - output: Opens the output before the first sound is played.
  ///   - delay: How much later than the container says the sound is heard; negative for earlier.
  public init(output: any AudioOutputOpener, delay: Duration = .zero) {
    self.output = SharedAudioOutputOpener(output)
    self.delay = delay
  }
}
