/// What the readings of an output have shown of its device.
public struct FrameClockStatistics: Hashable, Sendable {
  /// How much faster than its sample rate the device plays, in parts per million of the host clock.
  public internal(set) var drift = 0.0
  /// The number of readings that were used.
  public internal(set) var readingCount = 0
  /// The number of readings that could not be true, or came too late.
  public internal(set) var ignoredReadingCount = 0
  /// How often the device has skipped sound or stood still.
  public internal(set) var correctionCount = 0
  /// The longest time that the device has skipped or stood still.
  public internal(set) var greatestCorrection = Duration.zero
  /// The greatest deviation of a reading from what was expected.
  public internal(set) var greatestDeviation = Duration.zero
}
