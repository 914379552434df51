/// A packet of a track and when it is presented.
public struct PlacedPacket: Hashable, Sendable {
  public var packet: PacketTiming
  /// The start and the end of its presentation, in ticks of its track.
  public var interval: Range<Int64>

  /// Whether the packet was placed before, when its end was not known.
  public var isExtension: Bool

  public init(packet: PacketTiming, interval: Range<Int64>, isExtension: Bool = false) {
    self.packet = packet
    self.interval = interval
    self.isExtension = isExtension
  }
}
