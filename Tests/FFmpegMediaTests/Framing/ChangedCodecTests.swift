import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Files and pipes of MPEG-TS in which the sound goes on in another codec: AAC with pictures, then MP3.
@Suite struct ChangedCodecTests {
  private static let (first, second) = ("bbb_start3600.ts", "mediafile-cbr.mp3")

  private let sound: [PacketTiming]
  private let expected: [PacketTiming]
  private let directory: TemporaryDirectory

  init() throws {
    sound = try SampleMedia.open(Self.second).readAll()
    expected = try SampleMedia.open(Self.first).readAll()
    directory = try TemporaryDirectory()
  }

  private static func number(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
  }

  private static func table(_ table: UInt8, pid: Int, _ content: Data) -> Data {
    let body =
      Data([table]) + number(0xB000 | content.count + 9, 2) + Data([0, 1, 0xC1, 0, 0]) + content
    let sum = body.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
      }
    }
    let section = Data([0x47]) + number(0x4000 | pid, 2) + Data([0x10, 0]) + body
    let packet = section + number(Int(sum), 4)
    return packet + Data(repeating: 0xFF, count: 188 - packet.count)
  }

  /// Returns the frames of the second file as MPEG-TS with one track, which begins at a time in ticks of 90 kHz.
  private func transport(pid: Int, from start: Int) throws -> Data {
    let file = try Repository.sampleBytes(Self.second)
    let map = Self.number(0xE000 | pid, 2) + Data([0xF0, 0, 0x03])
    var bytes =
      Self.table(0, pid: 0, Data([0, 1, 0xF0, 0]))
      + Self.table(2, pid: 0x1000, map + Self.number(0xE000 | pid, 2) + Data([0xF0, 0]))
    var counter = 0
    for (index, frame) in sound.enumerated() {
      let offset = Int(try #require(frame.byteOffset))
      let time = start + index * 1_152 * 90_000 / 44_100
      let times =
        Data([UInt8(truncatingIfNeeded: 0x21 | time >> 29 & 0x0E)])
        + Self.number(time >> 14 & 0xFFFE | 1, 2) + Self.number(time << 1 & 0xFFFE | 1, 2)
      var rest =
        Data([0, 0, 1, 0xC0]) + Self.number(frame.byteCount + 8, 2) + Data([0x80, 0x80, 5]) + times
        + file[offset..<offset + frame.byteCount]
      var isStart = true
      while !rest.isEmpty {
        let stuffing = max(184 - rest.count, 0)
        let head = Self.number((isStart ? 0x4000 : 0) | pid, 2)
        bytes += Data([0x47]) + head + Data([UInt8((stuffing > 0 ? 0x30 : 0x10) | counter & 0x0F)])
        if stuffing > 0 { bytes.append(UInt8(stuffing - 1)) }
        if stuffing > 1 { bytes += Data([0]) + Data(repeating: 0xFF, count: stuffing - 2) }
        bytes += rest.prefix(184)
        rest = Data(rest.dropFirst(184))
        (isStart, counter) = (false, counter + 1)
      }
    }
    return bytes
  }

  private func check(_ source: any MediaSource) throws {
    let found = try source.readAll()
    #expect(found.filter { !$0.hasOtherCodec } == expected)
    let other = found.filter(\.hasOtherCodec)
    #expect(other.count == sound.count && other.allSatisfy { $0.track == 1 })
    #expect(other.first?.presentationTicks == 100_000)
    // A frame lasts for 26.1 ms.
    #expect(other.allSatisfy { $0.durationTicks == 2_351 })
    #expect(source.info.tracks.map(\.kind) == [.video, .audio])
  }

  /// The PID is that of the first sound, of the pictures, or new.
  @Test(arguments: [0x101, 0x100, 0x300]) func theTrackGoesOnInAnotherCodec(_ pid: Int) throws {
    let bytes = try Repository.sampleBytes(Self.first) + transport(pid: pid, from: 100_000)
    let path = try directory.write(bytes, to: "changed.ts")
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    try check(source)
    try source.seek(to: .zero)
    try check(source)
    let pipe = try BytePipe()
    pipe.write(bytes)
    try check(pipe.opener.open(interruption: Interruption()))
  }

  @Test func theFirstCodecReturns() throws {
    let whole = try Repository.sampleBytes(Self.first)
    let bytes = try whole + transport(pid: 0x101, from: 100_000) + whole
    let path = try directory.write(bytes, to: "changed.ts")
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    let found = try source.readAll()
    #expect(found.filter(\.hasOtherCodec).count == sound.count)
    #expect(found.filter { !$0.hasOtherCodec }.count == 2 * expected.count)
    #expect(source.info.tracks.count == 2)
  }

  @Test func decodersChangeWithTheCodec() throws {
    let bytes = try Repository.sampleBytes(Self.first) + transport(pid: 0x101, from: 100_000)
    let path = try directory.write(bytes, to: "changed.ts")
    let opener = LocatedMedia(path: path)
    let source = try #require(
      try opener.open(interruption: Interruption()) as? any DecodingSource)
    let decoder = try #require(source.makeDecoder(ofTrack: 1))
    var rates: [Int: Int] = [:]
    func receive() {
      while let frame = decoder.receive()?.content as? FFmpegFrame {
        rates[Int(frame.pointer.pointee.sample_rate), default: 0] += 1
      }
    }
    while case .packet(let packet) = try source.read() {
      guard packet.track == 1, let payload = source.takePayload() else { continue }
      decoder.send(payload)
      receive()
    }
    decoder.finish()
    receive()
    #expect(rates[44_100] ?? 0 >= sound.count - 1)
    #expect(rates.values.reduce(0, +) >= sound.count + expected.count { $0.track == 1 } - 2)
    #expect(decoder.damagedPacketCount == 0)
  }
}
