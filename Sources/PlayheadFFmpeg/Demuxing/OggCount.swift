import PlayheadMedia

/// Counts the packets of a recording of Ogg behind the first one. libavformat takes the lengths of its packets from the
/// headers of the first recording.
struct OggCount {
  /// The number of bytes of a packet that show its length.
  private static let headLength = 128

  /// The offset of the page on which the last packet begins.
  private(set) var page: Int64 = -1
  private var lengths: OggLengths?
  private var next: Int64?

  /// - Parameter lengths: Those of the recording, behind its headers.
  init(_ lengths: OggLengths) { self.lengths = lengths.behindHeaders }

  /// Gives the next packet its time and its duration in the units of the pages, until the recording's end if known.
  mutating func retime(_ packet: borrowing Packet, of pages: OggPositions, until end: Int64?) {
    let offset = packet.pointer.pointee.pos
    let later = offset != page ? pages.laterPage(at: offset) : nil
    if let later { next = later.start }
    page = offset
    let bytes = UnsafeBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    guard let length = lengths?.length(of: Array(bytes.prefix(Self.headLength))) else {
      return next = nil
    }
    packet.pointer.pointee.duration = length
    guard var start = next else { return }
    // The first packet of Vorbis gives no samples.
    if packet.timing.isDiscarded, later?.isOnly != true {
      let (earlier, overflow) = start.subtractingReportingOverflow(length)
      if overflow { return }
      start = earlier
    }
    let (sum, overflow) = start.addingReportingOverflow(length)
    if overflow { return }
    packet.retime(start)
    next = sum
    let (rest, isBeyond) = sum.subtractingReportingOverflow(end ?? sum)
    let cut = isBeyond ? 0 : min(max(rest, 0), length)
    packet.pointer.pointee.duration = length - cut
    if cut > 0 || packet.timing.paddingSamples > 0 { packet.pad(UInt32(clamping: cut)) }
  }
}
