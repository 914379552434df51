import Foundation
import PlayheadCore
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// Frames of sound whose lengths libavformat does not know, or rounds.
@Suite struct FrameLengthTests {
  /// Silence of AC-3 at 44.1 kHz, in frames that last 3,134.69 ticks.
  private static func silence(frameCount: Int) -> Data {
    var frame = Data([0x0B, 0x77, 0, 0, 0x40, 0x40, 0x40]) + Data(count: 129)
    // CRC-16 with the polynomial x¹⁶ + x¹⁵ + x² + 1.
    var checksum: UInt16 = 0
    for byte in frame.dropFirst(2) {
      checksum ^= UInt16(byte) << 8
      for _ in 0..<8 { checksum = checksum & 0x8000 == 0 ? checksum << 1 : checksum << 1 ^ 0x8005 }
    }
    frame += [UInt8(checksum >> 8), UInt8(checksum & 0xFF)]
    return (0..<frameCount).reduce(into: Data()) { data, _ in data += frame }
  }

  @Test func roundedLengthsOfRawFramesDoNotAddUp() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Self.silence(frameCount: 1_000), to: "silence.ac3")
    for purpose in [OpeningPurpose.decoding, .timing, .report(.whole)] {
      let source = try LocatedMedia(path: path).open(for: purpose, interruption: Interruption())
      let track = try #require(source.info.tracks.first)
      let times = try source.readAll().compactMap { $0.presentationTicks.map(track.time(ofTicks:)) }
      let samples = Timebase(1, 44_100)
      #expect(
        times == (0..<1_000).map { MediaTime(ticks: Int64($0 * 1_536), timebase: samples) })
    }
    let end = try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption()))
    #expect(end.time == MediaTime(ticks: 1_536_000, timebase: Timebase(1, 44_100)))
  }

  /// Neither AVI nor NUT stores lengths of packets.
  @Test func aFrameOfFLACDeclaresItsLength() {
    let codes: [(bytes: [UInt8], count: Int64)] = [
      ([0x19, 8, 0], 192), ([0x59, 8, 0], 4_608), ([0xC9, 8, 0], 4_096), ([0x69, 8, 5, 0x37], 56),
      ([0x79, 8, 5, 0x0F, 0x54], 3_925), ([0x79, 8, 0xC4, 0x80, 0x0F, 0x54], 3_925),
    ]
    for (bytes, count) in codes {
      let frame: [UInt8] = [0xFF, 0xF8] + bytes + [0, 0]
      let found = frame.withUnsafeBytes { LosslessFrame.sampleCount($0, codec: "flac") }
      #expect(found == count, "\(bytes)")
    }
    #expect(
      LosslessFrame.sampleCount(UnsafeRawBufferPointer(start: nil, count: 0), codec: "flac") == 0)
  }

  /// Core Audio Format stores no lengths of packets.
  @Test func aPacketOfALACLastsAsLongAsItDeclares() throws {
    func bigEndian(_ value: UInt64, _ count: Int) -> Data {
      Data(Data(littleEndian: value, count).reversed())
    }
    func chunk(_ name: String, _ content: Data) -> Data {
      Data(name.utf8) + bigEndian(UInt64(content.count), 8) + content
    }
    var description = bigEndian((44_100.0).bitPattern, 8) + Data("alac".utf8)
    for number: UInt64 in [0, 0, 4_096, 1, 0] { description += bigEndian(number, 4) }
    var cookie = bigEndian(4_096, 4) + Data([0, 16, 40, 10, 14, 1]) + bigEndian(255, 2)
    cookie += bigEndian(0, 4) + bigEndian(0, 4) + bigEndian(44_100, 4)
    // The number of samples is in 32 bits behind the flag and three bits.
    let whole = Data([0, 0, 0, 0, 0, 0, 0, 0])
    let last = Data([0, 0, 0x10]) + bigEndian(1_000 << 1, 4) + Data([0])
    let table = bigEndian(3, 8) + bigEndian(12_288, 8) + bigEndian(0, 8) + Data([8, 8, 8])
    var file = Data("caff".utf8) + bigEndian(1, 2) + bigEndian(0, 2)
    file += chunk("desc", description) + chunk("kuki", cookie) + chunk("pakt", table)
    file += chunk("data", bigEndian(0, 4) + whole + whole + last)
    let directory = try TemporaryDirectory()
    let path = try directory.write(file, to: "silence.caf")
    for purpose in [OpeningPurpose.decoding, .timing, .report(.whole)] {
      let opener = LocatedMedia(path: path)
      let source = try opener.open(for: purpose, interruption: Interruption())
      #expect(try source.readAll().map(\.durationTicks) == [nil, nil, 1_000])
    }
    let end = try MediaDuration.measured(
      byReading: LocatedMedia(path: path).open(interruption: Interruption()))
    #expect(end.time == MediaTime(ticks: 9_192, timebase: Timebase(1, 44_100)))
  }
}
