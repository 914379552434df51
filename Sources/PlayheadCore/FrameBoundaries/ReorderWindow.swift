import Media

/// Up to which presentation time a track's frames are complete, as its packets come in decoding
/// order.
///
/// No packet is presented before it is decoded, so a decode time says it. Packets may have none: of
/// Matroska, FFmpeg derives decode times from the packets before, which the first ones after a seek
/// lack. Codecs reorder by a limited number of frames, so then it is known a few frames late.
struct ReorderWindow {
  /// H.264, H.265 and H.266 reorder by so many frames at most, other codecs by fewer.
  private static let greatestDepth = 16

  private var depth: Int
  /// The greatest presentation times since the last packet with a decode time, in order.
  private var latest: [Int64] = []

  init(track: Track) {
    depth = track.mayReorder ? ReorderWindow.greatestDepth : 0
  }

  /// Adds the next packet; returns ticks before which no later packet begins, nil if none are known.
  mutating func insert(_ packet: PacketTiming, presentedAt start: Int64) -> Int64? {
    if let ticks = packet.decodeTicks {
      if ticks != start { depth = ReorderWindow.greatestDepth }
      removeAll()
      return ticks
    }
    latest.insert(start, at: latest.firstIndex { $0 > start } ?? latest.endIndex)
    if latest.count > depth + 1 { latest.removeFirst() }
    return latest.count > depth ? latest.first : nil
  }

  /// Forgets the packets before: the next is read from another place.
  mutating func removeAll() {
    if !latest.isEmpty { latest.removeAll(keepingCapacity: true) }
  }
}
