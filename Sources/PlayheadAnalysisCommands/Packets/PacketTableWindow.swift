import PlayheadMedia
import PlayheadTimekeeping

/// The requested range of packets and frames, which also decides when reading can end.
struct PacketTableWindow {
  var tracks: [MediaTrack]
  private let chosen: Set<Int>?
  private let from: MediaTime?
  private let to: MediaTime?
  /// The tracks that have not reached `to`: initially the played tracks, or all tracks if there are
  /// none.
  private var unfinished: Set<Int>

  init(_ options: PacketTableOptions, _ info: MediaInfo) {
    tracks = info.tracks
    chosen = options.tracks
    from = options.from
    to = options.to
    let timelineTracks = info.timelineTracks
    unfinished = Set((timelineTracks.isEmpty ? tracks : timelineTracks).map(\.index))
  }

  /// Whether all of these tracks were read up to `--to`.
  var isOver: Bool { to != nil && unfinished.isEmpty }

  mutating func accept(_ packet: PacketTiming) -> Bool {
    guard tracks.indices.contains(packet.track) else { return false }
    if let to, let ticks = packet.decodeTicks,
      tracks[packet.track].time(ofTicks: ticks) >= to
    {
      // Packets are not presented before they are decoded, so the rest of the track is outside.
      unfinished.remove(packet.track)
    }
    return contains(packet.presentationTicks ?? packet.decodeTicks, of: packet.track)
  }

  /// Returns whether a time of a track was requested. A missing time is outside unless the range is
  /// unlimited.
  func contains(_ ticks: Int64?, of track: Int) -> Bool {
    if let chosen, !chosen.contains(track) { return false }
    if from == nil, to == nil { return true }
    guard let ticks else { return false }
    let time = tracks[track].time(ofTicks: ticks)
    return from.map { time >= $0 } ?? true && to.map { time < $0 } ?? true
  }
}
