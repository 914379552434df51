/// What the readings of an output have shown of its device.
package struct SampleClockStatistics: Hashable, Sendable {
  /// How much faster than its sample rate the device plays, in parts per million of the host clock.
  package internal(set) var drift = 0.0
  /// The number of readings that were used.
  package internal(set) var readingCount = 0
  /// The number of readings that could not be true, or came too late.
  package internal(set) var ignoredReadingCount = 0
  /// The number of times the device has skipped sound or stopped without a request.
  package internal(set) var correctionCount = 0
  /// The greatest time that the device has skipped, or by which it fell behind.
  package internal(set) var greatestCorrection = Duration.zero
  /// The greatest deviation of a reading from its expected value.
  package internal(set) var greatestDeviation = Duration.zero
}
