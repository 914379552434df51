import PlayheadTimekeeping

/// The command does not write this report. Its keys are those that other reports and records have.
extension PlaybackTimingReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case updateCount = "updates"
    case skippedUpdateCount = "skipped"
    case lateness = "lateness_ns"
    case latenessHistogram = "lateness_histogram"
    case interval = "interval_ns"
    case jitter = "jitter_ns"
    case drift = "drift_ppm"
    case stallCount = "stalls"
    case stalls = "first_stalls"
    case stalledTime = "stalled"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func statistics(_ key: CodingKeys) throws -> IntervalStatistics? {
      try container.decodeIfPresent(NanosecondStatistics.self, forKey: key)?.statistics
    }
    let listed = try container.decode([PlaybackStall].self, forKey: .stalls)
    guard let stalls = CappedList(listed, total: try container.count(forKey: .stallCount)) else {
      throw container.damaged(.stalls, "The list has another length")
    }
    self.init(
      updateCount: try container.count(forKey: .updateCount),
      skippedUpdateCount: try container.count(forKey: .skippedUpdateCount),
      lateness: try statistics(.lateness),
      latenessHistogram: try container.decode(IntervalHistogram.self, forKey: .latenessHistogram),
      interval: try statistics(.interval), jitter: try statistics(.jitter),
      drift: try container.decodeIfPresent(Double.self, forKey: .drift),
      stalls: stalls,
      stalledTime: Duration(try container.decode(MediaTime.self, forKey: .stalledTime)))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(updateCount, forKey: .updateCount)
    try container.encode(skippedUpdateCount, forKey: .skippedUpdateCount)
    try container.encode(lateness.map(NanosecondStatistics.init), forKey: .lateness)
    try container.encode(latenessHistogram, forKey: .latenessHistogram)
    try container.encode(interval.map(NanosecondStatistics.init), forKey: .interval)
    try container.encode(jitter.map(NanosecondStatistics.init), forKey: .jitter)
    try container.encode(drift, forKey: .drift)
    try container.encode(stalls.total, forKey: .stallCount)
    try container.encode(stalls.elements, forKey: .stalls)
    try container.encode(MediaTime(stalledTime), forKey: .stalledTime)
  }
}
