import Foundation
import PlayheadTestEnvironment

/// The transport stream of a sample file with its two tracks in two programs.
enum TwoPrograms {
  private static let packetLength = 188
  private static let (videoPID, audioPID): (UInt64, UInt64) = (0x100, 0x101)

  /// Returns `bf_wrap.ts` with its tracks in two programs.
  ///
  /// The program map at 0x1000 keeps the video. The map of a second program, with the audio,
  /// replaces the service description table.
  static func bytes() throws -> Data {
    var bytes = try Repository.sampleBytes("beepflash/bf_wrap.ts")
    for place in stride(from: 0, to: bytes.count, by: packetLength) {
      switch UInt64(bytes[place + 1] & 0x1F) << 8 | UInt64(bytes[place + 2]) {
      case 0:
        replace(
          &bytes, at: place, pid: 0,
          with: section(0, 1, Data(bigEndian: 0x0001_F000, 4) + Data(bigEndian: 0x0002_F001, 4)))
      case 0x1000: replace(&bytes, at: place, pid: 0x1000, with: map(1, 0x1B, videoPID))
      case 0x11: replace(&bytes, at: place, pid: 0x1001, with: map(2, 0x0F, audioPID))
      default: break
      }
    }
    return bytes
  }

  private static func map(_ program: UInt64, _ type: UInt64, _ pid: UInt64) -> Data {
    let entry = Data(bigEndian: type, 1) + Data(bigEndian: 0xE000 | pid, 2) + Data([0xF0, 0])
    return section(2, program, Data(bigEndian: 0xE000 | pid, 2) + Data([0xF0, 0]) + entry)
  }

  private static func section(_ table: UInt64, _ number: UInt64, _ content: Data) -> Data {
    let length = UInt64(content.count + 9)
    let section =
      Data(bigEndian: table, 1) + Data(bigEndian: 0xB000 | length, 2) + Data(bigEndian: number, 2)
      + Data([0xC1, 0, 0]) + content
    return section + Data(bigEndian: UInt64(checksum(section)), 4)
  }

  private static func replace(
    _ bytes: inout Data, at place: Int, pid: UInt64, with section: Data
  ) {
    let counter = bytes[place + 3] & 0x0F
    let head = Data([0x47]) + Data(bigEndian: 0x4000 | pid, 2) + Data([0x10 | counter, 0])
    let packet = head + section
    let filling = Data(repeating: 0xFF, count: packetLength - packet.count)
    bytes.overwrite(at: place, with: packet + filling)
  }

  /// The CRC-32 of MPEG-2 Systems.
  private static func checksum(_ bytes: Data) -> UInt32 {
    bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
      }
    }
  }
}
