/// The format of sound on its way to an output: interleaved 32-bit floating-point samples from -1 to 1.
public struct AudioFormat: Hashable, Sendable {
  /// The number of samples per second, 1 or more. A sample has one value of each channel.
  public var sampleRate: Int
  /// The number of channels, 1 or more. It determines which channels they are, as in a FLAC file:
  ///
  /// | count | channels, in this order |
  /// |---|---|
  /// | 1 | centre |
  /// | 2 | front left, front right |
  /// | 3 | front left, front right, centre |
  /// | 4 | front left, front right, back left, back right |
  /// | 5 | front left, front right, centre, back left, back right |
  /// | 6 | front left, front right, centre, low frequencies, back left, back right |
  /// | 7 | front left, front right, centre, low frequencies, back centre, side left, side right |
  /// | 8 | front left, front right, centre, low frequencies, back left, back right, side left, side right |
  ///
  /// More channels have no known places.
  public var channelCount: Int

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - sampleRate: The number of samples per second.
  ///   - channelCount: The number of channels.
  public init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}
