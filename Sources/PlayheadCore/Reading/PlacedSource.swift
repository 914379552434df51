import PlayheadMedia
import PlayheadTimekeeping

/// The border between a source and those who play it: each packet is placed here, once.
struct PlacedSource {
  let source: any MediaSource
  /// The source if it may join recordings: it places the packets itself, because a recording starts where one ends.
  let joined: JoinedSource?
  /// The indices of the played tracks of other sources, and the placements in their order.
  private var numbers: [Int] = []
  private var placements: [PacketPlacement] = []

  /// Joins the recordings of a source, with the given tracks or those that the container chooses.
  init(_ source: any MediaSource, tracks: [Int]? = nil) {
    self.source = JoinedSource.joining(source, tracks: tracks)
    joined = self.source as? JoinedSource
    if joined != nil { return }
    var info = source.info
    info.chosenTracks = tracks
    numbers = info.timelineTracks.map(\.index)
    placements = info.timelineTracks.map(PacketPlacement.init)
  }

  /// Reads the next packet. Returns it with those that are placed since.
  mutating func read() throws(MediaError) -> (MediaRead, PlacedPackets) {
    let read = try source.read()
    switch read {
    case .packet(let packet): return (read, joined?.placed ?? place(packet))
    case .endOfMedia: return (read, finish())
    case .nothingYet: return (read, PlacedPackets())
    }
  }

  private mutating func place(_ packet: PacketTiming) -> PlacedPackets {
    var placed = PlacedPackets()
    if let index = numbers.firstIndex(of: packet.track) {
      placed.place(packet, by: &placements[index])
    }
    return placed
  }

  /// Places the packets that wait for later ones, at the end or after an error.
  mutating func finish() -> PlacedPackets {
    if let joined { return joined.finishPlacing() }
    var placed = PlacedPackets()
    for index in placements.indices { placed.finish(&placements[index]) }
    return placed
  }

  mutating func seek(to time: MediaTime) throws(MediaError) {
    for index in placements.indices { placements[index].forgetLast() }
    try source.seek(to: time)
  }
}
