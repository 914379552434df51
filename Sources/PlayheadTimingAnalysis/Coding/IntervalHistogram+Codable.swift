import PlayheadTimekeeping

extension IntervalHistogram: Codable {
  private enum CodingKeys: String, CodingKey {
    case isExact = "exact"
    case values, counts
  }

  /// Creates a histogram from its values and their counts.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let values = try container.decode([Int64].self, forKey: .values)
    let counts = try container.decode([Int].self, forKey: .counts)
    let isExact = try container.decode(Bool.self, forKey: .isExact)
    let entries = zip(values, counts).map { (value: $0, count: $1) }
    // The limit lets the sum of all counts be computed.
    guard values.count == counts.count, counts.allSatisfy({ $0 <= 1 << 48 }),
      let histogram = IntervalHistogram(entries, isExact: isExact)
    else { throw container.damaged(.counts, "No histogram has these values") }
    self = histogram
  }

  /// Encodes the distinct values in ascending order, and how often each occurs.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let entries = entries
    try container.encode(isExact, forKey: .isExact)
    try container.encode(entries.map(\.value), forKey: .values)
    try container.encode(entries.map(\.count), forKey: .counts)
  }
}
