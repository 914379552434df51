import Foundation

/// The timestamps of PES packets.
extension TransportBytes {
  /// Returns the offsets of the timestamps of each PES packet, by PID.
  static func units(in data: Data) -> [Int: [[Int]]] {
    var units: [Int: [[Int]]] = [:]
    for offset in stride(from: 0, to: data.count - 187, by: Self.packetLength)
    where data[offset + 1] & 0x40 != 0 {
      let start = offset + 4 + (data[offset + 3] & 0x20 != 0 ? 1 + Int(data[offset + 4]) : 0)
      guard start + 19 < offset + Self.packetLength,
        data[start..<start + 3].elementsEqual([0, 0, 1]), data[start + 3] >= 0xBD,
        data[start + 7] & 0x80 != 0
      else { continue }
      let hasDecodeTime = data[start + 7] & 0x40 != 0
      units[Self.stream(of: data.subdata(in: offset..<offset + 3)), default: []]
        .append(hasDecodeTime ? [start + 9, start + 14] : [start + 9])
    }
    return units
  }

  static func shift(_ data: inout Data, at offset: Int, by seconds: Double) {
    var ticks =
      Int64(data[offset] >> 1 & 0x07) << 30 | Int64(data[offset + 1]) << 22
      | Int64(data[offset + 2] >> 1) << 15 | Int64(data[offset + 3]) << 7
      | Int64(data[offset + 4] >> 1)
    ticks = (ticks + Int64(seconds * 90_000)) & 0x1_FFFF_FFFF
    data[offset] = data[offset] & 0xF1 | UInt8(ticks >> 29 & 0x0E)
    data[offset + 1] = UInt8(ticks >> 22 & 0xFF)
    data[offset + 2] = UInt8(ticks >> 14 & 0xFE) | 1
    data[offset + 3] = UInt8(ticks >> 7 & 0xFF)
    data[offset + 4] = UInt8(ticks << 1 & 0xFE) | 1
  }

  /// Returns a stream whose timestamps are later by a number of seconds. The clock references stay as they are.
  static func delayed(_ data: Data, by seconds: Double) -> Data {
    var data = data
    for offset in units(in: data).values.joined().joined() { shift(&data, at: offset, by: seconds) }
    return data
  }
}
