import PlayheadTimekeeping

extension UpdateTimingReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case count = "positions"
    case elapsed, rate
    case firstPosition = "first_position"
    case lastPosition = "last_position"
    case interval = "interval_ns"
    case expectedInterval = "expected_interval"
    case jitter = "jitter_ns"
    case drift = "drift_ppm"
    case heldCount = "held"
    case stepBackCount = "steps_back"
    case isOrderly = "orderly"
    // These are not in the command's JSON.
    case exactDrift = "drift_ppm_exact"
    case stepsBack = "first_steps_back"
  }

  /// Creates a report from an encoded one, or from the JSON of `playhead measure`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func time(_ key: CodingKeys) throws -> MediaTime {
      try container.decode(MediaTime.self, forKey: key)
    }
    let steps = try container.decodeIfPresent([StepBack].self, forKey: .stepsBack)
    let total = try container.count(forKey: .stepBackCount)
    // A line of the command counts the steps and does not list them.
    let listed = steps.map { CappedList($0, total: total) } ?? CappedList(unlisted: total)
    guard let stepsBack = listed else {
      throw container.damaged(.stepsBack, "The list has another length")
    }
    self.init(
      count: try container.count(forKey: .count), elapsed: Duration(try time(.elapsed)),
      firstPosition: try time(.firstPosition), lastPosition: try time(.lastPosition),
      interval: try container.decode(NanosecondStatistics.self, forKey: .interval).statistics,
      expectedInterval: try time(.expectedInterval),
      jitter: try container.decode(NanosecondStatistics.self, forKey: .jitter).statistics,
      drift: try container.decodeIfPresent(Double.self, forKey: .exactDrift)
        ?? container.decodeIfPresent(Double.self, forKey: .drift),
      stepsBack: stepsBack, heldCount: try container.count(forKey: .heldCount))
  }

  /// Encodes the keys and numbers of `playhead measure --format json`, and then what these do not contain.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count, forKey: .count)
    try container.encode(MediaTime(elapsed), forKey: .elapsed)
    try container.encode(rate.flatMap { DecimalNumber($0, places: 6) }, forKey: .rate)
    try container.encode(firstPosition, forKey: .firstPosition)
    try container.encode(lastPosition, forKey: .lastPosition)
    try container.encode(NanosecondStatistics(interval), forKey: .interval)
    try container.encode(expectedInterval, forKey: .expectedInterval)
    try container.encode(NanosecondStatistics(jitter), forKey: .jitter)
    try container.encode(drift.flatMap { DecimalNumber($0, places: 3) }, forKey: .drift)
    try container.encode(heldCount, forKey: .heldCount)
    try container.encode(stepsBack.total, forKey: .stepBackCount)
    try container.encode(isOrderly, forKey: .isOrderly)
    if encoder is any CommandEncoder { return }
    try container.encode(drift, forKey: .exactDrift)
    try container.encode(stepsBack.elements, forKey: .stepsBack)
  }
}
