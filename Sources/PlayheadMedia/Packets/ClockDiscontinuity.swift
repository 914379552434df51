import PlayheadTimekeeping

/// A discontinuity of the clock in all tracks of a file: two recordings were concatenated, or the
/// timestamp counter wrapped.
public struct ClockDiscontinuity: Hashable, Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case time = "at"
    case clockBefore = "clock_before"
    case clockAfter = "clock_after"
    case byteOffset = "byte_offset"
    case lastByteOffset = "last_byte_offset"
  }

  /// The start of the second recording on the timeline of the first.
  public var time: MediaTime
  /// The container's time at the end of the first recording.
  public var clockBefore: MediaTime
  /// The container's time at the start of the second recording.
  public var clockAfter: MediaTime
  /// The offset of the second recording's first packet in the file, in bytes.
  public var byteOffset: Int64?
  /// The offset of the first recording's last packet, in bytes.
  public var lastByteOffset: Int64?

  /// Creates a join.
  ///
  /// - Parameters:
  ///   - time: The start of the second recording on the timeline of the first.
  ///   - clockBefore: The container's time at the end of the first recording.
  ///   - clockAfter: The container's time at the start of the second recording.
  ///   - byteOffset: The offset of the second recording's first packet in the file.
  ///   - lastByteOffset: The offset of the first recording's last packet.
  public init(
    time: MediaTime, clockBefore: MediaTime, clockAfter: MediaTime, byteOffset: Int64? = nil,
    lastByteOffset: Int64? = nil
  ) {
    self.time = time
    self.clockBefore = clockBefore
    self.clockAfter = clockAfter
    self.byteOffset = byteOffset
    self.lastByteOffset = lastByteOffset
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(time, forKey: .time)
    try container.encode(clockBefore, forKey: .clockBefore)
    try container.encode(clockAfter, forKey: .clockAfter)
    try container.encode(byteOffset, forKey: .byteOffset)
    if encoder is any CommandEncoder { return }
    try container.encode(lastByteOffset, forKey: .lastByteOffset)
  }
}
