/// One error in the sequence of MPEG-TS packets.
public struct TransportDefect: Hashable, Sendable {
  /// The kind of error.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// A continuity counter skips values: packets are missing or out of order.
    case discontinuity
    /// The transport error indicator of a packet is set.
    case damage
    /// The clock reference (PCR) jumps by this many ticks of 27 MHz, and the timestamps do not.
    case clockJump(ticks: Int64)
  }

  /// The kind of error.
  public var kind: Kind
  /// The packet identifier (PID).
  public var stream: Int
  /// The offset of the packet in the file, in bytes.
  public var byteOffset: Int64
  /// The offset of the previous packet with the same PID, in bytes.
  public var lastByteOffset: Int64
  /// The last timestamp before the error: 33 bits, 90 kHz.
  public var timestamp: Int64?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: The kind of error.
  ///   - stream: The packet identifier (PID).
  ///   - byteOffset: The offset of the packet in the file.
  ///   - lastByteOffset: The offset of the previous packet with the same PID.
  ///   - timestamp: The last timestamp before the error: 33 bits, 90 kHz.
  public init(
    _ kind: Kind, stream: Int, byteOffset: Int64, lastByteOffset: Int64, timestamp: Int64?
  ) {
    self.kind = kind
    self.stream = stream
    self.byteOffset = byteOffset
    self.lastByteOffset = lastByteOffset
    self.timestamp = timestamp
  }
}
