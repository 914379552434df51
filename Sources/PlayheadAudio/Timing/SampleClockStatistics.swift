/// What the readings of an output have shown of its device.
public struct SampleClockStatistics: Hashable, Sendable {
  /// How much faster than its sample rate the device plays, in parts per million of the host clock.
  public internal(set) var drift = 0.0
  /// The number of readings that were used.
  public internal(set) var readingCount = 0
  /// The number of readings that could not be true, or came too late.
  public internal(set) var ignoredReadingCount = 0
  /// The number of times the device has skipped sound or stopped without a request.
  public internal(set) var correctionCount = 0
  /// The greatest time that the device has skipped, or by which it fell behind.
  public internal(set) var greatestCorrection = Duration.zero
  /// The greatest deviation of a reading from its expected value.
  public internal(set) var greatestDeviation = Duration.zero
}
