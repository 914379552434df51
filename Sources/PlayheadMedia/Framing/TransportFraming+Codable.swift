import PlayheadTimekeeping

extension TransportFraming: Codable {
  private enum CodingKeys: String, CodingKey {
    case count, defects
    case startsMidStream = "begins_within"
  }

  /// Creates a list from its errors and their number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let defects = try container.decode([TransportDefect].self, forKey: .defects)
    let count = try container.count(forKey: .count)
    guard defects.count == min(count, TransportFraming.capacity) else {
      throw container.damaged(.count, "\(defects.count) errors of \(count)")
    }
    self.init(defects, count: count)
    startsMidStream = try container.decode(Bool.self, forKey: .startsMidStream)
  }

  /// Encodes the errors and their number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count, forKey: .count)
    try container.encode(defects, forKey: .defects)
    try container.encode(startsMidStream, forKey: .startsMidStream)
  }
}

extension TransportDefect: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, ticks, stream
    case byteOffset = "byte_offset"
    case lastByteOffset = "last_byte_offset"
    case timestamp
  }

  private enum KindName: String, Codable {
    case discontinuity, damage
    case clockJump = "clock-jump"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind: Kind =
      switch try container.decode(KindName.self, forKey: .kind) {
      case .discontinuity: .discontinuity
      case .damage: .damage
      case .clockJump: .clockJump(ticks: try container.decode(Int64.self, forKey: .ticks))
      }
    self.init(
      kind, stream: try container.decode(Int.self, forKey: .stream),
      byteOffset: try container.decode(Int64.self, forKey: .byteOffset),
      lastByteOffset: try container.decode(Int64.self, forKey: .lastByteOffset),
      timestamp: try container.decodeIfPresent(Int64.self, forKey: .timestamp))
  }

  /// Encodes the parts of the error; `ticks` only for a jump of the clock reference.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch kind {
    case .discontinuity: try container.encode(KindName.discontinuity, forKey: .kind)
    case .damage: try container.encode(KindName.damage, forKey: .kind)
    case .clockJump(let ticks):
      try container.encode(KindName.clockJump, forKey: .kind)
      try container.encode(ticks, forKey: .ticks)
    }
    try container.encode(stream, forKey: .stream)
    try container.encode(byteOffset, forKey: .byteOffset)
    try container.encode(lastByteOffset, forKey: .lastByteOffset)
    try container.encode(timestamp, forKey: .timestamp)
  }
}
