extension MediaError: Codable {
  private enum CodingKeys: String, CodingKey {
    case message, operation
    case name = "file"
    case reason, code, detail
  }

  /// Creates an error from its parts. A reason that only a later version knows is `other`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Operation.self, forKey: .operation),
      of: try container.decode(String.self, forKey: .name),
      reason: Reason(rawValue: try container.decode(String.self, forKey: .reason)) ?? .other,
      code: try container.decode(Int32.self, forKey: .code),
      detail: try container.decodeIfPresent(String.self, forKey: .detail))
  }

  /// Encodes the `message`, which is the description, and the parts of the error, from which decoding
  /// restores it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(description, forKey: .message)
    try container.encode(operation, forKey: .operation)
    try container.encode(name, forKey: .name)
    try container.encode(reason, forKey: .reason)
    try container.encode(code, forKey: .code)
    try container.encode(detail, forKey: .detail)
  }
}
