import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

/// Transport streams in which one timestamp is wrong.
@Suite struct StrayTimestampTests {
  private static let file = "bbb_start3600.ts"

  /// Returns the offsets of the timestamps of each PES packet, by PID.
  private static func units(in data: Data) -> [Int: [[Int]]] {
    var units: [Int: [[Int]]] = [:]
    for offset in stride(from: 0, to: data.count - 187, by: TransportBytes.packetLength)
    where data[offset + 1] & 0x40 != 0 {
      let start = offset + 4 + (data[offset + 3] & 0x20 != 0 ? 1 + Int(data[offset + 4]) : 0)
      guard start + 19 < offset + TransportBytes.packetLength,
        data[start..<start + 3].elementsEqual([0, 0, 1]), data[start + 3] >= 0xBD,
        data[start + 7] & 0x80 != 0
      else { continue }
      let hasDecodeTime = data[start + 7] & 0x40 != 0
      units[TransportBytes.stream(of: data.subdata(in: offset..<offset + 3)), default: []]
        .append(hasDecodeTime ? [start + 9, start + 14] : [start + 9])
    }
    return units
  }

  private static func shift(_ data: inout Data, at offset: Int, by seconds: Double) {
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

  @Test(arguments: [0.1, -0.1, 3, -3, 9, 20_000])
  func playbackEndsAndReportsNameThePacket(_ seconds: Double) throws {
    let clean = try Data(contentsOf: URL(filePath: Repository.sample(Self.file)))
    let directory = try TemporaryDirectory()
    let length = try Self.length(Repository.sample(Self.file))
    for (pid, units) in Self.units(in: clean) {
      for index in [0, units.count / 2, units.count - 1] {
        var data = clean
        for offset in units[index] { Self.shift(&data, at: offset, by: seconds) }
        let path = try directory.write(data, to: "wrong.ts")
        let context: Comment = "PID \(pid), unit \(index)"
        #expect(try Self.length(path) == length, context)
        let findings = try TimingReport(of: path).findings
        #expect(findings.map(\.kind) == [.timestampJump], context)
      }
    }
  }

  private static func length(_ path: String) throws -> MediaTime {
    try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption())
    ).time
  }
}
