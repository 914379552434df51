/// The format of sound on its way to an output: interleaved 32-bit floating-point samples from -1 to 1.
public struct AudioFormat: Hashable, Sendable {
  /// The number of frames per second, 1 or more. A frame has one sample of each channel.
  public var sampleRate: Int
  /// The number of channels, 1 or more, in the order of a WAVE file: front left, front right, front
  /// centre, low frequencies, back left, back right, side left, side right. One channel is the centre.
  public var channelCount: Int

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - sampleRate: The number of frames per second.
  ///   - channelCount: The number of channels.
  public init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}
