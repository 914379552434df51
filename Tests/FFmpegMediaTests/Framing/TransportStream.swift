import Foundation

/// A transport stream of one program, with tracks of the stream types that a test chooses. Each
/// track has 25 packets per second from 1 s on, whose payloads no probe recognizes.
struct TransportStream {
  /// The stream type of each track, as in the program map.
  var streamTypes: [UInt8]
  var packetCount: Int

  private static let mapPID = 0x1000

  var bytes: Data {
    var bytes = Data()
    for index in 0..<packetCount {
      if index % 10 == 0 {
        bytes += section(0, pid: 0, number(1, 2) + number(0xE000 | Self.mapPID, 2), index / 10)
        bytes += section(2, pid: Self.mapPID, map, index / 10)
      }
      for track in streamTypes.indices {
        bytes += packet(of: track, index)
      }
    }
    return bytes
  }

  private var map: Data {
    let tracks = streamTypes.enumerated().map { index, type in
      Data([type]) + number(0xE100 + index, 2) + number(0xF000, 2)
    }
    return number(0xE100, 2) + number(0xF000, 2) + tracks.reduce(Data(), +)
  }

  /// Returns a table that fits into one packet.
  private func section(_ table: UInt8, pid: Int, _ content: Data, _ counter: Int) -> Data {
    let body =
      Data([table]) + number(0xB000 | content.count + 9, 2) + Data([0, 1, 0xC1, 0, 0]) + content
    let section = Data([0]) + body + number(Int(Self.checksum(body)), 4)
    return header(pid, 0x10 | counter % 16) + section
      + Data(repeating: 0xFF, count: 184 - section.count)
  }

  private func packet(of track: Int, _ index: Int) -> Data {
    let payload = Data(repeating: 7, count: 100)
    let time = 90_000 + index * 3_600
    let times =
      Data([UInt8(0x21 | time >> 29 & 0x0E)]) + number(time >> 14 & 0xFFFE | 1, 2)
      + number(time << 1 & 0xFFFE | 1, 2)
    let content =
      Data([0, 0, 1, 0xBD]) + number(payload.count + 8, 2) + Data([0x80, 0x80, 5]) + times + payload
    let stuffing = 184 - content.count
    return header(0x100 + track, 0x30 | index % 16) + Data([UInt8(stuffing - 1), 0])
      + Data(repeating: 0xFF, count: stuffing - 2) + content
  }

  private func header(_ pid: Int, _ last: Int) -> Data {
    Data([0x47]) + number(0x4000 | pid, 2) + Data([UInt8(last)])
  }

  /// Returns a number in big-endian order.
  private func number(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
  }

  /// The CRC of ISO/IEC 13818-1.
  private static func checksum(_ bytes: Data) -> UInt32 {
    bytes.reduce(0xFFFF_FFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
      }
    }
  }
}
