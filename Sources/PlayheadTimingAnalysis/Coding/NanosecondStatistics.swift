import PlayheadTimekeeping

/// A summary of intervals of host time, as it is encoded: in nanoseconds.
struct NanosecondStatistics: Codable {
  private enum CodingKeys: String, CodingKey {
    case count
    case isExact = "exact"
    case least = "min"
    case mean
    case median = "p50"
    case percentile99 = "p99"
    case greatest = "max"
    case standardDeviation = "standard_deviation"
    case distinctCount = "distinct"
    case exactMean = "mean_exact"
    case exactDeviation = "standard_deviation_exact"
  }

  let statistics: IntervalStatistics

  init(_ statistics: IntervalStatistics) { self.statistics = statistics }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value(_ key: CodingKeys) throws -> Int64 { try container.decode(Int64.self, forKey: key) }
    let count = try container.count(forKey: .count)
    let distinct = container.contains(.distinctCount)
    let mean =
      try container.decodeIfPresent(Double.self, forKey: .exactMean)
      ?? container.decode(Double.self, forKey: .mean)
    let deviation =
      try container.decodeIfPresent(Double.self, forKey: .exactDeviation)
      ?? container.decode(Double.self, forKey: .standardDeviation)
    statistics = IntervalStatistics(
      nanoseconds: (
        try value(.least), try value(.median), try value(.percentile99), try value(.greatest)
      ),
      count: count, distinctCount: distinct ? try container.count(forKey: .distinctCount) : 0,
      isExact: try container.decode(Bool.self, forKey: .isExact), mean: mean,
      deviation: deviation)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let (mean, deviation) = (statistics.meanTicks, statistics.deviationTicks)
    try container.encode(statistics.count, forKey: .count)
    try container.encode(statistics.isExact, forKey: .isExact)
    try container.encode(statistics.least.ticks, forKey: .least)
    try container.encode(DecimalNumber(mean, places: 1), forKey: .mean)
    try container.encode(statistics.median.ticks, forKey: .median)
    try container.encode(statistics.percentile99.ticks, forKey: .percentile99)
    try container.encode(statistics.greatest.ticks, forKey: .greatest)
    try container.encode(DecimalNumber(deviation, places: 1), forKey: .standardDeviation)
    if encoder is any CommandEncoder { return }
    try container.encode(statistics.distinctCount, forKey: .distinctCount)
    try container.encode(mean, forKey: .exactMean)
    try container.encode(deviation, forKey: .exactDeviation)
  }
}
