/// The state of an output at one moment.
public struct AudioOutputStatus: Hashable, Sendable {
  /// Whether the output can be used.
  public var error: AudioError?
  /// How many samples `write` takes now; 0 while a flush is pending.
  public var writableSampleCount = 0
  /// The number of the next sample to write.
  public var nextSample: Int64 = 0
  /// Whether it is not known yet which samples a flush has discarded.
  public var isFlushing = false
  /// Whether another player that shares the output has made it discard samples written. No samples are
  /// taken until `flush` is called.
  public var hasLostSamples = false
  /// The newest reading; nil before the first one.
  public var reading: AudioReading?
  /// The number of calls of `requestReading` that preceded the newest reading: if a pause preceded one, the
  /// reading shows what the pause has done.
  public var answeredRequestCount = 0
  /// How often the device has had nothing to play although the output was started.
  public var underrunCount = 0
  /// How many samples the device had taken when it last had nothing to play, also after `drain`: silence follows them,
  /// and then the next sample. Nil before that, and if it is not known.
  public var samplesReadWhenEmpty: Int64?

  /// Creates the state of an output that has not been written to.
  public init() {}
}
