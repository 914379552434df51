import PlayheadMedia
import PlayheadTimekeeping

// Places packets on the joined timeline when they leave the join, or earlier if a part begins, which starts where
// they end.
extension TimestampJoin {
  /// Uses corrected descriptions for the tracks of which no packet has been placed.
  mutating func describe(_ described: [MediaTrack]) {
    for index in tracks.indices
    where tracks[index].placedPart == nil
      && described.indices.contains(tracks[index].track.index)
    {
      tracks[index].placement = PacketPlacement(track: described[tracks[index].track.index])
    }
  }

  /// Whether packets are placed. Reports place them by themselves, in all tracks, and anew in each edit and part. If the
  /// clock may jump they are placed here, too: a part starts where the one before ends, which packets show one by one.
  var placesPackets: Bool { mayJump || repairsTimes }

  /// Places a packet of a played track.
  mutating func place(
    _ packet: PacketTiming, part number: Int = 0, isDamaged: Bool = false
  ) -> PlacedPackets {
    var placed = PlacedPackets()
    guard placesPackets, let index = leadingIndex(ofTrack: packet.track) else { return placed }
    if tracks[index].placedPart ?? 0 != number {
      tracks[index].placement.beginRecording()
    }
    tracks[index].placedPart = number
    var packet = packet
    if isDamaged { (packet.presentationTicks, packet.decodeTicks) = (nil, nil) }
    placed.place(packet, by: &tracks[index].placement)
    if mayJump, number == part.number {
      if let first = placed.first { recordEnd(of: first, index) }
      for other in placed.others { recordEnd(of: other, index) }
    }
    return placed
  }

  /// Places the packets that wait for later ones, at the end or after an error.
  mutating func finishPlacing() -> PlacedPackets {
    var placed = PlacedPackets()
    for index in tracks.indices.prefix(leadingCount) { placed.finish(&tracks[index].placement) }
    return placed
  }

  /// Places all packets of the part before a jump, as its end is needed.
  mutating func placePart(before jump: inout Jump) {
    for number in ready.indices[readyIndex...] where ready[number].placed == nil {
      let entry = ready[number]
      ready[number].placed = place(entry.packet, part: entry.part, isDamaged: entry.isDamaged)
    }
    var crossed: Set<Int> = []
    for number in jump.held.indices {
      var entry = jump.held[number].entry
      if jump.held[number].isOver {
        crossed.insert(entry.packet.track)
      } else if !crossed.contains(entry.packet.track),
        let index = leadingIndex(ofTrack: entry.packet.track)
      {
        shift(&entry, index)
        entry.placed = place(entry.packet, part: entry.part, isDamaged: entry.isDamaged)
        jump.held[number].entry = entry
      }
    }
    for index in tracks.indices.prefix(leadingCount) where tracks[index].part == part.number {
      tracks[index].placement.finish()
      for placed in tracks[index].placement.placed { recordEnd(of: placed, index) }
    }
  }

  private func leadingIndex(ofTrack number: Int) -> Int? {
    numbers.firstIndex(of: number).flatMap { $0 < leadingCount ? $0 : nil }
  }

  /// Records the end of a packet of the part, if it has a time.
  private mutating func recordEnd(of placed: PlacedPacket, _ index: Int) {
    let packet = placed.packet
    guard !packet.isDiscarded, packet.decodeTicks != nil || packet.presentationTicks != nil,
      case let (ticks, overflow) =
        placed.interval.upperBound.subtractingReportingOverflow(tracks[index].offset), !overflow
    else { return }
    let end = MediaTime(ticks: ticks, timebase: tracks[index].timebase)
    part.end = part.end.map { max($0, end) } ?? end
  }
}
