import Media

/// Checks the continuity counters and clock references of MPEG-TS packets (ISO/IEC 13818-1), which
/// libavformat does not report.
struct TransportReader: UnitReader {
  static let sync: UInt8 = 0x47
  /// Plain packets; with a 4-byte time code before each (M2TS); with 16 parity bytes after each.
  private static let layouts = [(length: 188, skipped: 0), (192, 4), (204, 0)]
  /// The number of consecutive sync bytes that identify MPEG-TS and its packet length.
  private static let provingCount = 5
  /// Padding.
  private static let nullStream = 0x1FFF

  let start: Int64
  private let length: Int
  private let skipped: Int
  private var framing = TransportFraming()
  /// Maps PIDs to indices in `streams`; -1 before the first packet.
  private var places = [Int16](repeating: -1, count: 0x2000)
  private var streams: [TransportStream] = []
  private var timestamp: Int64?

  /// Returns nil for other containers.
  init?(beginning: UnsafeRawBufferPointer) {
    for (length, skipped) in TransportReader.layouts {
      let provingLength = (TransportReader.provingCount - 1) * length + skipped
      let start = (0..<length).first { start in
        guard start + provingLength < beginning.count else { return false }
        return (0..<TransportReader.provingCount).allSatisfy {
          beginning[start + skipped + $0 * length] == TransportReader.sync
        }
      }
      if let start {
        (self.start, self.length, self.skipped) = (Int64(start), length, skipped)
        return
      }
    }
    return nil
  }

  var transport: TransportFraming? { framing }

  func begins(with bytes: [UInt8]) -> Bool {
    bytes.count > skipped && bytes[skipped] == TransportReader.sync
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UnitLength {
    guard bytes.count >= length else { return .more }
    guard bytes[skipped] == TransportReader.sync else { return .length(distanceToSync(bytes)) }
    let packet = TransportPacket(UnsafeRawBufferPointer(rebasing: bytes[skipped..<skipped + 188]))
    if packet.stream != TransportReader.nullStream { take(packet, at: offset) }
    return .length(Int64(length))
  }

  /// Returns the distance to the next sync byte that another one follows after one packet length.
  private func distanceToSync(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    let next = (1..<max(bytes.count - skipped, 2)).first { index in
      let behind = index + skipped + length
      return bytes[index + skipped] == TransportReader.sync
        && (behind >= bytes.count || bytes[behind] == TransportReader.sync)
    }
    return Int64(next ?? max(bytes.count - skipped, 1))
  }

  private mutating func take(_ packet: TransportPacket, at offset: Int64) {
    var place = Int(places[packet.stream])
    if place < 0 {
      place = streams.count
      places[packet.stream] = Int16(place)
      streams.append(TransportStream())
      if !packet.isDamaged, packet.hasPayload, packet.counter != 0 { framing.beginsWithin = true }
    }
    let before = streams[place].timestamp ?? timestamp
    let last = streams[place].lastByteOffset
    let found = streams[place].take(packet, at: offset)
    if let found {
      framing.append(
        TransportDefect(
          found.kind, stream: packet.stream, byteOffset: found.byteOffset ?? offset,
          lastByteOffset: found.lastByteOffset ?? last ?? offset, timestamp: before))
    }
    if packet.beginsUnit { timestamp = streams[place].timestamp ?? timestamp }
  }
}
