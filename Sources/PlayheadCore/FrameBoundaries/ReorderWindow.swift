import PlayheadMedia

/// Finds the presentation time up to which the frames of a track are complete. Packets come in decoding order.
///
/// No packet is presented before it is decoded, so frames are complete up to the last decode time. Some packets have no
/// decode time: for Matroska, FFmpeg derives it from the packets before, which are missing after a seek. Then the
/// limited reordering of codecs is used, and frames are known to be complete a few frames later.
struct ReorderWindow {
  /// The greatest number of frames by which H.264, H.265 and H.266 reorder. Other codecs reorder by fewer.
  private static let greatestDepth = 16

  private var depth: Int
  /// The greatest presentation times since the last packet with a decode time, in ascending order.
  private var latest: [Int64] = []

  init(track: MediaTrack) {
    depth = track.mayReorder ? ReorderWindow.greatestDepth : 0
  }

  /// Adds a packet, and returns the ticks before which no later packet starts; nil if unknown.
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

  /// Forgets the packets, because the next one is read elsewhere.
  mutating func removeAll() {
    if !latest.isEmpty { latest.removeAll(keepingCapacity: true) }
  }
}
