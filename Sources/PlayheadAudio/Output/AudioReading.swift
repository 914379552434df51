import PlayheadTimekeeping

/// A reading of an output's progress.
public struct AudioReading: Hashable, Sendable {
  /// The host instant of the reading.
  public var instant: HostInstant
  /// The number of samples that had been written.
  public var samplesWritten: Int64
  /// The number of samples that the device had taken from those. It can be less than before a pause,
  /// because some devices give back samples that have not been heard.
  public var samplesRead: Int64
  /// The time until a sample that the device takes at this instant is heard. Never negative.
  public var latency: Duration
  /// Whether the device was playing; false while it was paused or had nothing to play.
  public var isPlaying: Bool

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - instant: The host instant of the reading.
  ///   - samplesWritten: The number of samples that had been written.
  ///   - samplesRead: The number of samples that the device had taken.
  ///   - latency: The time until a sample taken at this instant is heard.
  ///   - isPlaying: Whether the device was playing.
  public init(
    instant: HostInstant, samplesWritten: Int64, samplesRead: Int64, latency: Duration,
    isPlaying: Bool
  ) {
    self.instant = instant
    self.samplesWritten = samplesWritten
    self.samplesRead = samplesRead
    self.latency = latency
    self.isPlaying = isPlaying
  }
}
