import PlayheadTimekeeping

extension IntervalStatistics: Codable {
  private enum CodingKeys: String, CodingKey {
    case count
    case distinctCount = "distinct"
    case isExact = "exact"
    case least = "min"
    case mean = "mean_seconds"
    case median = "p50"
    case percentile99 = "p99"
    case greatest = "max"
    case standardDeviation = "standard_deviation_seconds"
    case meanTicks = "mean_ticks"
    case deviationTicks = "standard_deviation_ticks"
  }

  /// Creates a summary from its values.
  ///
  /// - Throws: A `DecodingError` if a value is missing, or if the lengths have different timebases.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.count(forKey: .count)
    distinctCount = try container.count(forKey: .distinctCount)
    isExact = try container.decode(Bool.self, forKey: .isExact)
    let least = try container.decode(MediaTime.self, forKey: .least)
    func length(_ key: CodingKeys) throws -> MediaTime {
      let length = try container.decode(MediaTime.self, forKey: key)
      if length.timebase == least.timebase { return length }
      throw container.damaged(key, "The timebase differs from that of min")
    }
    self.least = least
    median = try length(.median)
    percentile99 = try length(.percentile99)
    greatest = try length(.greatest)
    let tick = least.timebase.secondsPerTick
    meanTicks =
      try container.decodeIfPresent(Double.self, forKey: .meanTicks)
      ?? container.decode(Double.self, forKey: .mean) / tick
    deviationTicks =
      try container.decodeIfPresent(Double.self, forKey: .deviationTicks)
      ?? container.decode(Double.self, forKey: .standardDeviation) / tick
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count, forKey: .count)
    try container.encode(distinctCount, forKey: .distinctCount)
    try container.encode(isExact, forKey: .isExact)
    try container.encode(least, forKey: .least)
    try container.encode(DecimalNumber(mean, places: 9), forKey: .mean)
    try container.encode(median, forKey: .median)
    try container.encode(percentile99, forKey: .percentile99)
    try container.encode(greatest, forKey: .greatest)
    try container.encode(DecimalNumber(standardDeviation, places: 9), forKey: .standardDeviation)
    if encoder is any CommandEncoder { return }
    try container.encode(meanTicks, forKey: .meanTicks)
    try container.encode(deviationTicks, forKey: .deviationTicks)
  }
}
