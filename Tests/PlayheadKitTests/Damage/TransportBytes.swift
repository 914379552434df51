import Foundation

/// The packets of an MPEG transport stream, which tests remove, repeat and change.
struct TransportBytes {
  static let packetLength = 188

  var packets: [Data]

  init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    packets = stride(from: 0, to: data.count, by: Self.packetLength).map {
      data.subdata(in: $0..<min($0 + Self.packetLength, data.count))
    }
  }

  var data: Data { packets.reduce(into: Data()) { $0 += $1 } }

  static func stream(of packet: Data) -> Int { Int(packet[1] & 0x1F) << 8 | Int(packet[2]) }

  /// Whether the packet has a payload, and so counts for continuity, and is not padding.
  static func isCounted(_ packet: Data) -> Bool {
    packet[3] & 0x10 != 0 && stream(of: packet) != 0x1FFF
  }

  /// Moves the clock references in a range of packets by ticks of 90 kHz.
  mutating func moveClock(from first: Int, to last: Int, by ticks: Int64) {
    for index in first..<last {
      var packet = packets[index]
      guard packet[3] & 0x20 != 0, packet[4] >= 7, packet[5] & 0x10 != 0 else { continue }
      var base =
        packet[6...9].reduce(Int64(0)) { $0 << 8 | Int64($1) } << 1 | Int64(packet[10] >> 7)
      base = (base + ticks) & 0x1_FFFF_FFFF
      for place in 0..<4 { packet[6 + place] = UInt8(base >> (25 - 8 * Int64(place)) & 0xFF) }
      packet[10] = packet[10] & 0x7F | UInt8(base & 1) << 7
      packets[index] = packet
    }
  }
}
