extension Timebase: Codable {
  /// Creates a timebase from a fraction such as `1/90000`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let (numerator, denominator) = parsedFraction(text),
      let timebase = Timebase(reducing: Int64(numerator), Int64(denominator))
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is no timebase")
    }
    self = timebase
  }

  /// Encodes the fraction as text, as in `1/90000`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(numerator)/\(denominator)")
  }
}
