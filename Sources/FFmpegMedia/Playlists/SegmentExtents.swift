import Media

/// The presentation times of the tracks of a segment.
struct SegmentExtents {
  private var extents: [Int: SegmentExtent] = [:]

  /// Adds the next packet.
  mutating func add(_ packet: PacketTiming) {
    extents[packet.track, default: SegmentExtent()].add(packet)
  }

  /// Returns the measurements of audio and video, after all packets were read.
  func tracks(of info: MediaInfo) -> [SegmentTrack] {
    let period: Int64? = info.container == "mpegts" ? 1 << 33 : nil
    return info.tracks.compactMap { track in
      guard [.audio, .video].contains(track.kind), !track.isAttachedPicture else { return nil }
      return extents[track.index]?.track(track, period: period)
    }
  }
}
