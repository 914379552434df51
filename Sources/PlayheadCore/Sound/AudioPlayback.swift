import Audio

/// How a player's sound is played.
public struct AudioPlayback: Sendable {
  /// Opens the output.
  public var output: any AudioOutputOpener
  /// How much later than the container says the sound is heard; negative for earlier. At most some
  /// seconds are useful: the media between is read ahead.
  public var delay: Duration

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - output: Opens the output, when the first sound is to be played.
  ///   - delay: How much later than the container says the sound is heard; negative for earlier.
  public init(output: any AudioOutputOpener, delay: Duration = .zero) {
    self.output = output
    self.delay = delay
  }
}
