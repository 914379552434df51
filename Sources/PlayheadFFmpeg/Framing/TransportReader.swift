import PlayheadMedia

/// Checks the continuity counters and clock references of MPEG-TS packets (ISO/IEC 13818-1), which
/// libavformat does not report.
struct TransportReader: UnitReader {
  /// Padding.
  static let nullStream = 0x1FFF

  private let layout: TransportLayout
  private var framing = TransportFraming()
  /// Maps PIDs to indices in `streams`; -1 before the first packet.
  private var places = [Int16](repeating: -1, count: 0x2000)
  private var streams: [TransportStream] = []
  private var timestamp: Int64?
  /// Whether the last unit was a packet. Other bytes may contain the sync byte.
  private var isSynchronized = true

  /// Returns nil for other containers.
  init?(beginning: UnsafeRawBufferPointer) {
    guard let layout = TransportLayout(beginning: beginning) else { return nil }
    self.layout = layout
  }

  var start: Int64 { layout.start }

  var transport: TransportFraming? { framing }

  func begins(with bytes: [UInt8]) -> Bool {
    isSynchronized && bytes.count > layout.skipped
      && bytes[layout.skipped] == TransportLayout.sync
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> UnitLength {
    let (length, skipped) = (layout.length, layout.skipped)
    guard bytes.count >= length else { return .more }
    isSynchronized = bytes[skipped] == TransportLayout.sync
    if !isSynchronized { return .length(distanceToSync(bytes)) }
    let packet = TransportPacket(UnsafeRawBufferPointer(rebasing: bytes[skipped..<skipped + 188]))
    if packet.stream != TransportReader.nullStream { add(packet, at: offset) }
    return .length(Int64(length))
  }

  /// Returns the distance to the next sync byte that another one follows after one packet length.
  private func distanceToSync(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    let skipped = layout.skipped
    let next = (1..<max(bytes.count - skipped, 2)).first { index in
      let behind = index + skipped + layout.length
      return bytes[index + skipped] == TransportLayout.sync
        && (behind >= bytes.count || bytes[behind] == TransportLayout.sync)
    }
    return Int64(next ?? max(bytes.count - skipped, 1))
  }

  private mutating func add(_ packet: TransportPacket, at offset: Int64) {
    var place = Int(places[packet.stream])
    if place < 0 {
      place = streams.count
      places[packet.stream] = Int16(place)
      streams.append(TransportStream())
      if !packet.isDamaged, packet.hasPayload, packet.counter != 0 {
        framing.startsMidStream = true
      }
    }
    let before = streams[place].timestamp ?? timestamp
    let last = streams[place].lastByteOffset
    let found = streams[place].check(packet, at: offset)
    if let found {
      framing.append(
        TransportDefect(
          found.kind, stream: packet.stream, byteOffset: found.byteOffset ?? offset,
          lastByteOffset: found.lastByteOffset ?? last ?? offset, timestamp: before))
    }
    if packet.beginsUnit { timestamp = streams[place].timestamp ?? timestamp }
  }
}
