import Timekeeping

/// Whether playback kept time: what was measured of a player's progress values. Lateness and
/// intervals are of the host, in nanoseconds.
public struct PlaybackTimingReport: Hashable, Sendable {
  public var beatCount: Int
  /// Beats that came and were not delivered, as nobody asked for them in time.
  public var skippedBeats: Int
  /// How much later than due beats were delivered; nil where there was none.
  public var lateness: IntervalStatistics?
  /// How often which lateness came.
  public var latenessHistogram: IntervalHistogram
  /// Between beats that follow each other.
  public var interval: IntervalStatistics?
  /// How far those lie from what they were to be, whichever way.
  public var jitter: IntervalStatistics?
  /// How much faster the position ran than the rate asked for, by the host's clock, in parts per
  /// million, by least squares over all that was played.
  public var drift: Double?
  public var stalls: CappedList<Stall>
  /// How long the playhead was held in all.
  public var stalledTime: MediaTime
}

/// A stretch in which the playhead was held, because media was missing.
public struct Stall: Hashable, Sendable {
  public var position: MediaTime
  /// In time of the host.
  public var length: MediaTime
}
