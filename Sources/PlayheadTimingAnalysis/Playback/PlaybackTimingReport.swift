import PlayheadTimekeeping

/// The timing of playback, measured from a player's progress values.
///
/// Lateness, intervals and jitter are measured with the host clock.
public struct PlaybackTimingReport: Hashable, Sendable {
  /// The number of periodic updates that were delivered.
  public var updateCount: Int
  /// The number of periodic updates that were skipped because there was no demand in time.
  public var skippedUpdateCount: Int
  /// The lateness of periodic updates; nil if there was none.
  public var lateness: IntervalStatistics?
  /// The distribution of the lateness, in nanoseconds.
  package var latenessHistogram: IntervalHistogram
  /// The intervals between consecutive periodic updates.
  public var interval: IntervalStatistics?
  /// The absolute differences between these intervals and the expected ones.
  public var jitter: IntervalStatistics?
  /// The drift in parts per million, by least squares over all playback: how much faster the
  /// position advances than the rate on the host clock.
  public var drift: Double?
  /// The stalls.
  public var stalls: CappedList<PlaybackStall>
  /// The total length of the stalls.
  public var stalledTime: Duration
}

/// An interval in which the playhead waited because media was missing.
public struct PlaybackStall: Hashable, Sendable, Codable {
  /// The position of the playhead.
  public var position: MediaTime
  /// The length on the host clock.
  public var length: MediaTime
}
