import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Segments of HLS whose program maps list other PIDs.
@Suite struct SegmentInputsTests {
  private static let file = "bbb_start3600.ts"

  /// Returns the file with PIDs that are greater by a number, and maps that list these.
  private static func bytes(movingPIDsBy distance: Int) throws -> Data {
    var data = try Repository.sampleBytes(file)
    data.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count - 187, by: 188) {
        let packet = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + 188])
        func move(at offset: Int) {
          let pid = (Int(packet[offset] & 0x1F) << 8 | Int(packet[offset + 1])) + distance
          packet[offset] = packet[offset] & 0xE0 | UInt8(pid >> 8)
          packet[offset + 1] = UInt8(pid & 0xFF)
        }
        switch TransportPacket(UnsafeRawBufferPointer(packet)).stream {
        case 0x100, 0x101: move(at: 1)
        case 0x1000:
          guard let section = TransportSection(UnsafeRawBufferPointer(packet)) else { continue }
          for offset in (section.streams ?? []).map(\.offset) + [section.clockOffset] {
            move(at: offset)
          }
          section.writeChecksum(to: packet)
        default: continue
        }
      }
    }
    return data
  }

  /// Returns the packets of a source without marks of damage: the counters of the segments do not continue each other,
  /// except over other PIDs.
  private static func timing(_ source: any MediaSource) throws -> [PacketTiming] {
    try source.readAll().map { packet in
      var packet = packet
      packet.isCorrupt = false
      return packet
    }
  }

  @Test(arguments: [[0x200, 0x400], [0x200, 0], [1, 0x200]])
  func tracksContinueOverOtherPIDs(_ distances: [Int]) throws {
    let directory = try TemporaryDirectory()
    func source(_ distances: [Int], _ name: String) throws -> any MediaSource {
      var list = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
      for (index, distance) in distances.enumerated() {
        let part = "\(name)\(index).ts"
        _ = try directory.write(Self.bytes(movingPIDsBy: distance), to: part)
        list += "#EXT-X-DISCONTINUITY\n#EXTINF:5.3,\n\(part)\n"
      }
      let path = try directory.write(Data((list + "#EXT-X-ENDLIST\n").utf8), to: "\(name).m3u8")
      return try LocatedMedia(path: path).open(interruption: Interruption())
    }
    let changed = try source([0] + distances, "changed")
    let expected = try source([0, 0, 0], "same")
    #expect(try Self.timing(changed) == Self.timing(expected))
    #expect(changed.info.timelineTracks.map(\.index) == [0, 1])
    for seconds in [3_603, 3_601] as [Int64] {
      try changed.seek(to: .seconds(seconds))
      try expected.seek(to: .seconds(seconds))
      #expect(try Self.timing(changed) == Self.timing(expected))
    }
  }

  /// Bytes that arrive in small parts.
  private final class Pieces: ByteSource {
    private let bytes: Data
    private let length: Int
    private var offset = 0

    init(_ bytes: Data, length: Int) { (self.bytes, self.length) = (bytes, length) }

    var isSeekable: Bool { true }

    func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
      let piece = bytes[offset..<min(offset + min(count, length), bytes.count)]
      piece.copyBytes(to: buffer, count: piece.count)
      offset += piece.count
      return piece.isEmpty ? ffmpeg_error_end_of_file() : Int32(piece.count)
    }

    func seek(to position: Int64, whence: Int32) -> Int64 {
      if whence & AVSEEK_SIZE != 0 { return Int64(bytes.count) }
      offset = Int(position)
      return position
    }
  }

  private static func rest(of input: TransportInput) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 32_768)
    while true {
      let count = input.read(into: &buffer, count: buffer.count)
      if count <= 0 { return data }
      data += buffer.prefix(Int(count))
    }
  }

  @Test(arguments: [100, 187, 1_000, 65_536]) func anyPartsOfASegmentContinueTheOneBefore(
    length: Int
  ) throws {
    let expected = try Repository.sampleBytes(Self.file)
    var stream = TransportRepeats()
    for distance in [0, 0x200, 0x400, 0x200] {
      let pieces = try Pieces(Self.bytes(movingPIDsBy: distance), length: length)
      guard let context = InputContext.open(pieces) else {
        Issue.record("no memory")
        return
      }
      let input = TransportInput(context.pointer, continuing: stream)
      #expect(Self.pids(Self.rest(of: input)) == Self.pids(expected))
      // Behind the first maps, and back.
      for index in [10, 0] {
        #expect(input.seek(to: Int64(index * 188), whence: SEEK_SET) >= 0)
        #expect(Self.pids(Self.rest(of: input)) == Self.pids(expected.dropFirst(index * 188)))
      }
      stream = input.transport
      // The context exists until here.
      let source = context.source
      #expect(source === pieces)
    }
  }

  /// Returns the PIDs of packets. A program association table may be padding, because the segments repeat it.
  private static func pids(_ data: Data) -> [Int] {
    let bytes = Array(data)
    return stride(from: 0, to: bytes.count - 187, by: 188).map {
      let pid = Int(bytes[$0 + 1] & 0x1F) << 8 | Int(bytes[$0 + 2])
      return pid == 0x1FFF ? 0 : pid
    }
  }
}
