import PlayheadTimekeeping

extension TrackPairReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case video, audio
    case startOffset = "start_offset"
    case endOffset = "end_offset"
    case drift = "drift_ppm"
    case exactDrift = "drift_ppm_exact"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    video = try container.decode(Int.self, forKey: .video)
    audio = try container.decode(Int.self, forKey: .audio)
    startOffset = try container.decodeIfPresent(MediaTime.self, forKey: .startOffset)
    endOffset = try container.decodeIfPresent(MediaTime.self, forKey: .endOffset)
    drift =
      try container.decodeIfPresent(Double.self, forKey: .exactDrift)
      ?? container.decodeIfPresent(Double.self, forKey: .drift)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(video, forKey: .video)
    try container.encode(audio, forKey: .audio)
    try container.encode(startOffset, forKey: .startOffset)
    try container.encode(endOffset, forKey: .endOffset)
    try container.encode(drift.flatMap { DecimalNumber($0, places: 3) }, forKey: .drift)
    if encoder is any CommandEncoder { return }
    try container.encode(drift, forKey: .exactDrift)
  }
}
