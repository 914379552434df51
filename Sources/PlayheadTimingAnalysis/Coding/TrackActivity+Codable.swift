import PlayheadTimekeeping

extension TrackActivity: Codable {
  private enum CodingKeys: String, CodingKey {
    case start, length, packets, keyframes, bytes, gaps
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let length = try container.decode(MediaTime.self, forKey: .length)
    let start = try container.decodeIfPresent(MediaTime.self, forKey: .start)
    func counts(_ key: CodingKeys) throws -> [Int] {
      let counts = try container.decode([Int].self, forKey: key)
      if counts.allSatisfy((0...1 << 53).contains) { return counts }
      throw container.damaged(key, "A number is no count")
    }
    let (packets, keyframes) = (try counts(.packets), try counts(.keyframes))
    let bytes = try counts(.bytes)
    // Earlier reports have none.
    let gaps =
      container.contains(.gaps) ? try counts(.gaps) : [Int](repeating: 0, count: bytes.count)
    var stretches: [Stretch] = []
    for (packets, (keyframes, bytes)) in zip(packets, zip(keyframes, bytes)) {
      var stretch = Stretch()
      (stretch.packetCount, stretch.keyframeCount) = (packets, keyframes)
      stretch.byteCount = bytes
      stretches.append(stretch)
    }
    for index in stretches.indices where index < gaps.count {
      stretches[index].gapCount = gaps[index]
    }
    guard stretches.count == packets.count, packets.count == keyframes.count,
      packets.count == bytes.count, bytes.count == gaps.count,
      let activity = TrackActivity(stretches, of: length, from: start)
    else { throw container.damaged(.length, "The intervals are not possible") }
    self = activity
  }

  /// Encodes the start of the first interval, the length of each, and the amounts in each.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(start, forKey: .start)
    try container.encode(length, forKey: .length)
    try container.encode(stretches.map(\.packetCount), forKey: .packets)
    try container.encode(stretches.map(\.keyframeCount), forKey: .keyframes)
    try container.encode(stretches.map(\.byteCount), forKey: .bytes)
    try container.encode(stretches.map(\.gapCount), forKey: .gaps)
  }
}
