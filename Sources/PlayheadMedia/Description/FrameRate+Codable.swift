import PlayheadTimekeeping

extension FrameRate: Codable {
  /// Creates a rate from a fraction such as `30000/1001`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let (numerator, denominator) = parsedFraction(text),
      let rate = FrameRate(numerator, denominator)
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is no frame rate")
    }
    self = rate
  }

  /// Encodes the fraction as text, as in `30000/1001` or `25/1`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(numerator)/\(denominator)")
  }
}
