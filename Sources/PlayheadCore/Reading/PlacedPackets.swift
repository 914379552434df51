import PlayheadMedia

/// The packets whose presentation is known since a packet or the end was read, in decoding order: usually the packet
/// that was read, and those of its track that waited for it.
struct PlacedPackets {
  private(set) var first: PlacedPacket?
  private(set) var others: [PlacedPacket] = []
  /// The decode time of the packet in ticks, derived if the container gives none; nil if that is not possible.
  private(set) var decodeTicks: Int64?

  mutating func place(_ packet: PacketTiming, by placement: inout PacketPlacement) {
    append(placement.place(packet), from: &placement)
    decodeTicks = placement.decodeTicks
  }

  /// Places the packets of a track that wait, as no other follows.
  mutating func finish(_ placement: inout PacketPlacement) {
    placement.finish()
    append(placement.next(), from: &placement)
  }

  private mutating func append(_ packet: PlacedPacket?, from placement: inout PacketPlacement) {
    var next = packet
    while let packet = next {
      if first == nil { first = packet } else { others.append(packet) }
      next = placement.next()
    }
  }

  /// Returns the presentation of the packet that was read in ticks; nil if that depends on later packets.
  func presentation(of packet: PacketTiming) -> Range<Int64>? {
    // Packets that have waited come first.
    let last = others.last ?? first
    return last?.packet == packet ? last?.interval : nil
  }
}
