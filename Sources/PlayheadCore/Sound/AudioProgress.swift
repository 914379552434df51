/// The device that plays the sound, at the instant of a progress value.
public struct AudioProgress: Hashable, Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case latency
    case drift = "drift_ppm"
    case correctionCount = "corrections"
    case greatestDeviation = "greatest_deviation"
    case underrunCount = "underruns"
  }

  /// The time from giving a sample to the device until it is heard, as of the last reading.
  public var latency: Duration
  /// How much faster than its sample rate the device plays, in parts per million of the host clock.
  public var drift = 0.0
  /// The number of times the device has skipped sound or stopped without a request.
  public var correctionCount = 0
  /// The greatest deviation of a reading of the device from its expected value.
  public var greatestDeviation = Duration.zero
  /// The number of times the device has had nothing to play.
  public var underrunCount = 0

  /// Creates a value of a device that plays exactly in time.
  ///
  /// - Parameter latency: The time from giving a sample to the device until it is heard.
  public init(latency: Duration) {
    self.latency = latency
  }
}
