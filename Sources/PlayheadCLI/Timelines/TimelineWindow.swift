import PlayheadKit

/// Which packets and frames were asked for, and when there can be no more of them.
struct TimelineWindow {
  var tracks: [Track]
  private let chosen: Set<Int>?
  private let from: MediaTime?
  private let to: MediaTime?
  /// The tracks that have not come to `to`: those of the timeline, or if it has none, all.
  private var unfinished: Set<Int>

  init(_ options: TimelineOptions, _ info: MediaInfo) {
    tracks = info.tracks
    chosen = options.tracks
    from = options.from
    to = options.to
    let timelineTracks = info.timelineTracks
    unfinished = Set((timelineTracks.isEmpty ? tracks : timelineTracks).map(\.index))
  }

  /// Whether every track of the timeline is read up to `--to`.
  var isOver: Bool { to != nil && unfinished.isEmpty }

  mutating func takes(_ packet: PacketTiming) -> Bool {
    guard tracks.indices.contains(packet.track) else { return false }
    if let to, let ticks = packet.decodeTicks,
      tracks[packet.track].time(ofTicks: ticks) >= to
    {
      // What is decoded later is presented later still.
      unfinished.remove(packet.track)
    }
    return contains(packet.presentationTicks ?? packet.decodeTicks, of: packet.track)
  }

  /// Whether a time of a track is asked for; one that is absent only where all are.
  func contains(_ ticks: Int64?, of track: Int) -> Bool {
    if let chosen, !chosen.contains(track) { return false }
    if from == nil, to == nil { return true }
    guard let ticks else { return false }
    let time = tracks[track].time(ofTicks: ticks)
    return from.map { time >= $0 } ?? true && to.map { time < $0 } ?? true
  }
}
