/// A packet of a track with the interval of its presentation.
package struct PlacedPacket: Hashable, Sendable {
  /// The packet.
  package var packet: PacketTiming
  /// The start and the end of presentation, in ticks of the track.
  package var interval: Range<Int64>

  /// Whether the packet was placed before, when its end was unknown.
  package var isExtension: Bool

  /// Creates a placed packet; `isExtension` if it was placed before, when its end was unknown.
  package init(packet: PacketTiming, interval: Range<Int64>, isExtension: Bool = false) {
    self.packet = packet
    self.interval = interval
    self.isExtension = isExtension
  }
}
