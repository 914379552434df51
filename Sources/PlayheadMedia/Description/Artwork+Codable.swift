extension Artwork: Codable {
  private enum CodingKeys: String, CodingKey {
    case track
    case mediaType = "media_type"
    case bytes
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .bytes)
    guard let bytes = Base64.bytes(of: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .bytes, in: container, debugDescription: "The bytes are not base64")
    }
    self.init(
      track: try container.decode(Int.self, forKey: .track),
      mediaType: try container.decodeIfPresent(String.self, forKey: .mediaType), bytes: bytes)
  }

  /// Encodes the picture, with its bytes in base64.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(track, forKey: .track)
    try container.encode(mediaType, forKey: .mediaType)
    try container.encode(Base64.text(of: bytes), forKey: .bytes)
  }
}
