/// The header of a page of Ogg (RFC 3533, 6).
struct OggPage {
  static let headLength = 27
  /// The greatest length of a page.
  static let greatestLength = headLength + 255 + 255 * 255
  static let positionOffset = 6
  static let checksumOffset = 22

  /// The time at the end of the page, or -1 if no packet ends there.
  let position: Int64
  let stream: UInt32
  let number: UInt32
  let isContinued: Bool
  /// Whether the page is the first one of its stream.
  let isFirst: Bool
  let isLast: Bool
  /// The lengths of the parts of packets.
  let lacing: [UInt8]

  /// Returns nil if there is no whole header at an offset.
  init?(_ record: HeaderRecord, at offset: Int = 0) {
    guard record.has("OggS", at: offset), record.littleEndian(at: offset + 4, 1) == 0,
      let flags = record.littleEndian(at: offset + 5, 1),
      let position = record.littleEndian(at: offset + Self.positionOffset, 8),
      let stream = record.littleEndian(at: offset + 14, 4),
      let number = record.littleEndian(at: offset + 18, 4),
      let count = record.littleEndian(at: offset + 26, 1)
    else { return nil }
    let start = offset + Self.headLength
    guard start + Int(count) <= record.bytes.count else { return nil }
    lacing = Array(record.bytes[start..<start + Int(count)])
    self.position = Int64(bitPattern: position)
    (self.stream, self.number) = (
      UInt32(truncatingIfNeeded: stream), UInt32(truncatingIfNeeded: number)
    )
    (isContinued, isFirst, isLast) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
  }

  /// The length of the header with the lacing.
  var bodyOffset: Int { Self.headLength + lacing.count }
  var length: Int { lacing.reduce(bodyOffset) { $0 + Int($1) } }

  /// A part of a packet.
  struct Part {
    /// The offsets of its bytes from the start of the page.
    let range: Range<Int>
    /// Whether the packet ends here.
    let isEnd: Bool
  }

  /// The parts of packets in the page, in order.
  var parts: [Part] {
    var parts: [Part] = []
    var (start, offset) = (bodyOffset, bodyOffset)
    for length in lacing {
      offset += Int(length)
      if length == 255 { continue }
      parts.append(Part(range: start..<offset, isEnd: true))
      start = offset
    }
    if lacing.last == 255 { parts.append(Part(range: start..<offset, isEnd: false)) }
    return parts
  }
}
