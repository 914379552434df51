extension HostInstant: Codable {
  /// Creates an instant from a reading in nanoseconds.
  public init(from decoder: any Decoder) throws {
    self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Encodes the reading in nanoseconds. It means nothing to another start of the system.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}
