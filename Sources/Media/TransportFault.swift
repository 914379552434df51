/// A place at which MPEG-TS packets do not follow one another as they should.
public struct TransportFault: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A continuity counter does not count on: packets are missing, or out of order.
    case discontinuity
    /// A packet is marked as damaged in transmission.
    case damage
    /// The clock reference goes on or back by so many ticks of 27 MHz more than it should, and the
    /// timestamps do not go with it.
    case clockJump(ticks: Int64)
  }

  public var kind: Kind
  /// The packet identifier (PID).
  public var stream: Int
  /// Where the packet begins.
  public var byteOffset: Int64
  /// Where the one before it of the same stream does.
  public var lastByteOffset: Int64
  /// The last timestamp before it, of 33 bits at 90 kHz.
  public var timestamp: Int64?

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
