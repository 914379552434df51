extension HostInstant: Codable {
  /// Creates an instant from a reading in nanoseconds.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if the value is no whole number.
  public init(from decoder: any Decoder) throws {
    self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Encodes the reading in nanoseconds. It means nothing to another start of the system.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}
