import Timekeeping

/// A reading of an output's progress.
public struct AudioReading: Hashable, Sendable {
  /// The host instant of the reading.
  public var instant: HostInstant
  /// The number of frames that had been written.
  public var framesWritten: Int64
  /// The number of frames that the device had taken from those. It can be less than before a pause,
  /// because some devices give back frames that have not been heard.
  public var framesRead: Int64
  /// The time until a frame that the device takes at this instant is heard. Never negative.
  public var latency: Duration
  /// Whether the device was playing; false while it was paused or had nothing to play.
  public var isPlaying: Bool

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - instant: The host instant of the reading.
  ///   - framesWritten: The number of frames that had been written.
  ///   - framesRead: The number of frames that the device had taken.
  ///   - latency: The time until a frame taken at this instant is heard.
  ///   - isPlaying: Whether the device was playing.
  public init(
    instant: HostInstant, framesWritten: Int64, framesRead: Int64, latency: Duration,
    isPlaying: Bool
  ) {
    self.instant = instant
    self.framesWritten = framesWritten
    self.framesRead = framesRead
    self.latency = latency
    self.isPlaying = isPlaying
  }
}
