import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

/// Raw ADTS with several blocks of 1,024 samples in a packet.
@Suite struct ADTSBlockTests {
  private static let packetCount = 200

  /// Returns silence of 44.1 kHz.
  private static func file(blockCount: Int) -> Data {
    let block: [UInt8] = [0, 0xC8, 0, 0x80, 0x23, 0x80]
    let length = UInt8(7 + blockCount * block.count)
    let header = [
      0xFF, 0xF1, 0x50, 0x40, length >> 3, (length & 7) << 5 | 0x1F, 0xFC | UInt8(blockCount - 1),
    ]
    let packet = header + Array(repeating: block, count: blockCount).joined()
    return Data(Array(repeating: packet, count: packetCount).joined())
  }

  @Test(arguments: 1...4)
  func aPacketLastsAsLongAsItsBlocks(blockCount: Int) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Self.file(blockCount: blockCount), to: "silence.aac")
    for purpose in [OpeningPurpose.decoding, .timing, .report(.whole)] {
      let opener = LocatedMedia(path: path)
      let source = try opener.open(for: purpose, interruption: Interruption())
      let track = try #require(source.info.tracks.first)
      let packets = try source.readAll()
      #expect(packets.count == Self.packetCount)
      let times = packets.compactMap { $0.presentationTicks.map(track.time(ofTicks:)) }
      let samples = Timebase(1, 44_100)
      #expect(
        times
          == (0..<Self.packetCount).map {
            MediaTime(ticks: Int64($0 * blockCount * 1_024), timebase: samples)
          })
      #expect(track.samplesPerPacket == blockCount * 1_024)
    }
  }

  @Test func aSeekFindsThePacketOfATime() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Self.file(blockCount: 2), to: "silence.aac")
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    let track = try #require(source.info.tracks.first)
    _ = try source.readAll()
    try source.seek(to: .seconds(5))
    let ticks = try #require(try source.readPacket()?.presentationTicks)
    let time = track.time(ofTicks: ticks)
    #expect(time <= .seconds(5) && time > .seconds(4))
    try source.seek(to: .zero)
    #expect(try source.readPacket()?.presentationTicks == 0)
  }
}
