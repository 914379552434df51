extension SegmentList.Measured: Codable {
  private enum CodingKeys: String, CodingKey {
    case tracks, error
  }

  /// Creates the result from the tracks of the segment, or from the reason that it cannot be read.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let reason = try container.decodeIfPresent(String.self, forKey: .error) {
      self = .failed(reason)
    } else {
      self = .tracks(try container.decode([SegmentTrack].self, forKey: .tracks))
    }
  }

  /// Encodes `tracks`, or the reason as `error`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .tracks(let tracks): try container.encode(tracks, forKey: .tracks)
    case .failed(let reason): try container.encode(reason, forKey: .error)
    }
  }
}
