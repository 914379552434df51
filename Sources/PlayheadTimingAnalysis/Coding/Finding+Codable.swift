import PlayheadTimekeeping

extension Finding: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, severity, track
    case time = "place"
    case position
    case byteOffset = "byte_offset"
    case count, playlist, segments, sentence
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    severity = try container.decode(Severity.self, forKey: .severity)
    track = try container.decodeIfPresent(Int.self, forKey: .track)
    time = try container.decodeIfPresent(MediaTime.self, forKey: .time)
    position = try container.decodeIfPresent(MediaTime.self, forKey: .position)
    byteOffset = try container.decodeIfPresent(Int64.self, forKey: .byteOffset)
    count = try container.count(forKey: .count)
    playlist = try container.decodeIfPresent(String.self, forKey: .playlist)
    segments = try container.decode([Int64].self, forKey: .segments)
    sentence = try container.decode(String.self, forKey: .sentence)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(severity, forKey: .severity)
    try container.encode(track, forKey: .track)
    try container.encode(time, forKey: .time)
    try container.encode(position, forKey: .position)
    try container.encode(byteOffset, forKey: .byteOffset)
    try container.encode(count, forKey: .count)
    try container.encode(playlist, forKey: .playlist)
    try container.encode(segments, forKey: .segments)
    try container.encode(sentence, forKey: .sentence)
  }
}
