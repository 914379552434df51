extension MediaTime: Codable {
  private enum CodingKeys: String, CodingKey {
    case ticks, timebase, seconds
  }

  /// Creates a time from its ticks and its timebase.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      ticks: try container.decode(Int64.self, forKey: .ticks),
      timebase: try container.decode(Timebase.self, forKey: .timebase))
  }

  /// Encodes the exact time as `ticks` and `timebase`, and for readers `seconds` rounded to the
  /// microsecond, which decoding ignores.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ticks, forKey: .ticks)
    try container.encode(timebase, forKey: .timebase)
    try container.encode(DecimalNumber(seconds: self), forKey: .seconds)
  }
}
