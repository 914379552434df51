import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Packets of MPEG-TS that are sent twice, which ISO/IEC 13818-1 permits.
@Suite struct TransportRepeatsTests {
  enum Layout: CaseIterable {
    case plain
    case timeCodes
    case parity

    func laidOut(_ packet: Data) -> Data {
      switch self {
      case .plain: packet
      case .timeCodes: Data(count: 4) + packet
      case .parity: packet + Data(count: 16)
      }
    }
  }

  private static let files = ["bbb_start3600.ts", "beepflash/bf_wrap.ts"]

  private static func packets(of file: String) throws -> [Data] {
    let data = try Repository.sampleBytes(file)
    return stride(from: 0, to: data.count, by: 188).map { data.subdata(in: $0..<$0 + 188) }
  }

  /// Returns the file with every `step`th packet twice; the second one has another clock reference.
  private static func bytes(
    of file: String, _ layout: Layout, repeatingEvery step: Int
  ) throws -> Data {
    var bytes = Data()
    for (index, packet) in try packets(of: file).enumerated() {
      bytes += layout.laidOut(packet)
      guard index % step == step - 1, packet[3] & 0x10 != 0 else { continue }
      var second = packet
      if packet[3] & 0x20 != 0, packet[4] >= 7, packet[5] & 0x10 != 0 { second[10] ^= 0x80 }
      bytes += layout.laidOut(second)
    }
    return bytes
  }

  private static func withoutOffset(_ packet: PacketTiming) -> PacketTiming {
    var packet = packet
    packet.byteOffset = nil
    return packet
  }

  @Test(arguments: files, TestEffort.some([1, 2, 7, 50]))
  func aRepeatedPacketIsReadOnce(_ file: String, _ step: Int) throws {
    let expected = try SampleMedia.open(file).readAll().map(Self.withoutOffset)
    let directory = try TemporaryDirectory()
    for layout in Layout.allCases {
      let bytes = try Self.bytes(of: file, layout, repeatingEvery: step)
      let path = try directory.write(bytes, to: "\(layout).ts")
      let source = try LocatedMedia(path: path).open(interruption: Interruption())
      #expect(try source.readAll().map(Self.withoutOffset) == expected, "\(layout)")

      let pipe = try BytePipe()
      pipe.write(bytes)
      let stream = try pipe.opener.open(interruption: Interruption())
      #expect(try stream.readAll().map(Self.withoutOffset) == expected, "\(layout), pipe")
    }
  }

  @Test(arguments: files, [true, false])
  func aServerMayRepeatPackets(_ file: String, servesRanges: Bool) throws {
    let expected = try SampleMedia.open(file).readAll().map(Self.withoutOffset)
    for layout in Layout.allCases {
      let bytes = try Self.bytes(of: file, layout, repeatingEvery: 7)
      // No piece is a whole number of packets.
      let server = try MediaServer(bytes, .init(servesRanges: servesRanges, pieceLength: 1_001))
      let opener = LocatedMedia(path: server.url("a.ts"))
      let source = try opener.open(interruption: Interruption())
      #expect(try source.readAll().map(Self.withoutOffset) == expected, "\(layout)")
      guard servesRanges else { continue }
      try source.seek(to: source.info.presentationStart ?? .zero)
      #expect(try source.readAll().map(\.byteCount) == expected.map(\.byteCount), "\(layout)")
    }
  }

  @Test func aSeekAmongRepeatedPacketsLandsOnTheSamePacket() throws {
    let directory = try TemporaryDirectory()
    let file = "bbb_start3600.ts"
    let path = try directory.write(
      Self.bytes(of: file, .plain, repeatingEvery: 3), to: "repeated.ts")
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    let original = try SampleMedia.open(file)
    for seconds in [4, 1, 3, 0, 2] as [Int64] {
      try source.seek(to: .seconds(seconds))
      try original.seek(to: .seconds(seconds))
      let expected = try original.readAll().map(Self.withoutOffset)
      #expect(try source.readAll().map(Self.withoutOffset) == expected)
    }
  }

  private func filtered(_ packets: [Data]) -> [Data] {
    var bytes = packets.reduce(Data(), +)
    var repeats = TransportRepeats()
    bytes.withUnsafeMutableBytes {
      repeats.begin(UnsafeRawBufferPointer($0), at: 0)
      repeats.remove(from: $0, at: 0)
    }
    return packets.indices.map { bytes.subdata(in: $0 * 188..<($0 + 1) * 188) }
  }

  @Test func onlyTheSecondOfEqualPacketsIsPadding() throws {
    let packets = Array(try Self.packets(of: Self.files[0]).prefix(20))
    let index = try #require(packets.lastIndex { $0[3] & 0x10 != 0 })
    let packet = packets[index]
    let repeated = packets[...index] + [packet, packet, packet]
    let result = filtered(Array(repeated))
    #expect(Array(result[...index]) == Array(packets[...index]))
    let isPadding = result[(index + 1)...].map { $0[1] == 0x1F && $0[2] == 0xFF }
    #expect(isPadding == [true, false, true])
  }

  /// Raw sound or pictures can have a period of 188 bytes with a sync byte in it.
  @Test func equalBytesWithoutAProgramTableAreKept() throws {
    let packet = Data([0x47, 1, 2, 0x15]) + Data(repeating: 9, count: 184)
    let packets = [Data](repeating: packet, count: 20)
    #expect(filtered(packets) == packets)
  }
}
