import PlayheadMedia

/// Finds where the edits of a track of an MP4 or QuickTime file begin.
///
/// libavformat sends the packets of each edit after those of the edit before it, from the keyframe from which
/// they can be decoded. So times and offsets may go back there, although those of the file never do.
struct EditStarts {
  private struct Last {
    var decodeTicks: Int64?
    var offset: Int64?
    var isDiscarded: Bool
  }

  private var last: Last?
  private var hasPresented = false

  /// Returns nil unless the header lists all packets of the track. In fragments, times may be wrong.
  init?(_ track: MediaTrack, container: String) {
    guard container.hasPrefix("mov,"), track.declaredPacketCount != nil else { return nil }
  }

  /// Marks the packet if an edit begins with it.
  mutating func mark(_ packet: inout PacketTiming) {
    if let last {
      let hasTurned = hasPresented && packet.isDiscarded != last.isDiscarded
      packet.beginsEdit =
        hasTurned || Self.goesBack(from: last.decodeTicks, to: packet.decodeTicks)
        || Self.goesBack(from: last.offset, to: packet.byteOffset)
    }
    last = Last(
      decodeTicks: packet.decodeTicks, offset: packet.byteOffset, isDiscarded: packet.isDiscarded)
    if !packet.isDiscarded { hasPresented = true }
  }

  private static func goesBack(from last: Int64?, to next: Int64?) -> Bool {
    guard let last, let next else { return false }
    return next < last
  }
}
