import PlayheadAudio

/// A device that exists only in a test: how it plays, and what happens to it.
public struct FakeAudioDevice: Sendable {
  /// Something that happens to the device.
  @nonexhaustive
  public enum Event: Sendable {
    /// The device stops for this time: it does not play, and does not take samples.
    case freeze(Duration)
    /// The device plays this much sound at once, and takes the samples that follow.
    case burst(Duration)
    /// The device plays on but gets no samples for this time: silence is heard.
    case starve(Duration)
    /// The server does not answer for this time, and takes no samples: requests take effect afterwards.
    case hang(Duration)
    /// The device is removed, or its server ends, with this error. The sound stops at once.
    case loss(AudioError.Reason)
  }

  /// The only format that the device plays; nil if it plays all formats.
  public var format: AudioFormat?
  /// The error of opening the device; nil if it can be opened.
  public var openingError: AudioError?
  /// The shortest time from taking a sample until it is heard. The first sample of a period takes this
  /// long, and each following sample longer.
  public var latency = Duration.milliseconds(50)
  /// How much faster than its sample rate the device plays, in parts per million of the host clock.
  public var drift = 0.0
  /// How many samples can wait to be taken. At least one period.
  public var bufferSampleCount = 9_600
  /// How many samples the device takes at a time. At least 1.
  public var periodSampleCount = 480
  /// How many samples must be waiting when the device starts, and after an underrun.
  public var startSampleCount = 0
  /// The longest time for which the device is silent before its first samples, whenever it begins to play. Times are
  /// random, the same in each run.
  public var startTime = Duration.zero
  /// How many samples that have not been heard the device gives back at a pause, at most.
  public var returnedSampleCount = 0
  /// The time until a request takes effect: start, pause, flush, drain and a reading.
  public var responseTime = Duration.zero
  /// The greatest error of a reading's latency. Errors are random, the same in each run.
  public var readingNoise = Duration.zero
  /// The unit of a reading's latency, which is rounded down; zero for an exact latency.
  public var readingUnit = Duration.zero
  /// The number that selects the random errors.
  public var seed: UInt64 = 0
  /// What happens to the device, and how long after it was opened.
  public var events: [(time: Duration, event: Event)] = []

  /// Creates a device that plays all formats exactly in time.
  public init() {}
}
