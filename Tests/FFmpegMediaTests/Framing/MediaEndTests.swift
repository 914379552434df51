import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Bytes that are no tags, behind the end of the media.
@Suite struct MediaEndTests {
  private static let containers = ["flac", "gxf", "ivf", "mp3", "w64", "wav", "wv"]

  private static var rests: [Data] {
    var generator = SplitMix64(seed: 52)
    let random = Data((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let text = Data(repeating: UInt8(ascii: "a"), count: 40)
    return [Data([7]), Data(count: 5_000), text, random.prefix(20), random]
  }

  private static func file(_ container: String) throws -> Data {
    let samples = Data((0..<8_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    switch container {
    case "au":
      var file = Data(".snd".utf8)
      for number: UInt64 in [24, 8_000, 3, 8_000, 1] {
        file += Data(littleEndian: number, 4).reversed()
      }
      return file + samples
    case "flac": return try Repository.sampleBytes("sonicpi-ambi_piano.flac")
    case "gxf":
      return try Data(
        contentsOf: URL(filePath: Repository.path("Tests/Fixtures/media/fields/packets.gxf")))
    case "ivf": return pictures(count: 40)
    case "mp3": return try Repository.sampleBytes("coffee_vbr_art.mp3")
    case "w64":
      func chunk(_ name: String, _ content: Data) -> Data {
        var chunk = Data(name.utf8)
        chunk += [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
        chunk += Data(littleEndian: UInt64(24 + content.count), 8)
        return chunk + content
      }
      // The name of the format has no length.
      var chunks = chunk("wave", Data()).prefix(16)
      chunks += chunk("fmt ", format)
      chunks += chunk("data", samples)
      var file = Data("riff".utf8)
      file += [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0]
      file += Data(littleEndian: UInt64(24 + chunks.count), 8)
      return file + chunks
    case "wav": return try Repository.sampleBytes("pygame-house_lo.wav")
    default: return EndTagsTests.wavPack()
    }
  }

  /// 16-bit PCM at 8 kHz.
  private static var format: Data {
    let numbers: [(UInt64, Int)] = [(1, 2), (1, 2), (8_000, 4), (16_000, 4), (2, 2), (16, 2)]
    return numbers.reduce(into: Data()) { $0 += Data(littleEndian: $1.0, $1.1) }
  }

  /// A file of IVF with pictures of 40 ms, or `step` ticks.
  private static func pictures(
    count: Int, declared: Int? = nil, rate: Int = 25, step: Int = 1
  ) -> Data {
    let size = Data(littleEndian: 64, 2) + Data(littleEndian: 64, 2)
    var file = Data("DKIF".utf8) + Data([0, 0, 32, 0])
    file += Data("VP80".utf8) + size
    for number in [rate, 1, declared ?? count, 0] { file += Data(littleEndian: UInt64(number), 4) }
    for index in 0..<count {
      let picture = Data([0x10, 0, 0, 0x9D, 0x01, 0x2A]) + size + Data(count: 30)
      file += Data(littleEndian: UInt64(picture.count), 4)
      file += Data(littleEndian: UInt64(index * step), 8) + picture
    }
    return file
  }

  private func read(_ data: Data) throws -> (packets: [PacketTiming], framing: Framing?) {
    let directory = try TemporaryDirectory()
    let source = try LocatedMedia(path: directory.write(data, to: "media"))
      .open(for: .report(.whole), interruption: Interruption())
    let packets = try source.readAll()
    return (packets, (source as? any FramedSource)?.framing)
  }

  @Test(arguments: containers) func theyAreNoMedia(_ container: String) throws {
    let file = try Self.file(container)
    let whole = try read(file)
    #expect(!whole.packets.isEmpty && whole.framing?.trailingByteCount == nil)
    for rest in Self.rests {
      let other = try read(file + rest)
      #expect(timings(other.packets) == timings(whole.packets), "\(rest.count) bytes")
      #expect(other.framing?.ending != .cut, "\(rest.count) bytes")
      #expect(other.framing?.trailingByteCount == Int64(rest.count))
    }
  }

  /// The parser counts the bytes behind the last frame of FLAC.
  private func timings(_ packets: [PacketTiming]) -> [Int64?] { packets.map(\.presentationTicks) }

  @Test(arguments: containers) func aCutFileHasNone(_ container: String) throws {
    let file = try Self.file(container)
    for count in [1, 60, file.count / 3] {
      #expect(try read(file.dropLast(count)).framing?.trailingByteCount == nil, "\(count) bytes")
    }
  }

  /// Other players end there, too.
  @Test func anotherFileBehindAWAVIsNamed() throws {
    let directory = try TemporaryDirectory()
    let file = try Self.file("wav")
    let whole = try read(file)
    for count in [file.count, 100, 12] {
      let joined = file + file.prefix(count)
      let both = try read(joined)
      #expect(timings(both.packets) == timings(whole.packets))
      #expect(both.framing?.trailingByteCount == Int64(count) && both.framing?.ending != .cut)
      let source = try LocatedMedia(path: directory.write(joined, to: "joined")).open(
        interruption: Interruption())
      #expect(source.info.isFollowedByAnother)
    }
    let source = try LocatedMedia(path: directory.write(file, to: "whole")).open(
      interruption: Interruption())
    #expect(!source.info.isFollowedByAnother)
  }

  /// libavformat ignores the index of the second one. Fragments of the second one are read.
  @Test(arguments: [
    ("bbb_small.mp4", true), ("bbb_cut_elst.mp4", true), ("beepflash/bf_frag.mp4", false),
  ])
  func anotherFileBehindAnMP4IsNamed(name: String, isNamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let file = try Repository.sampleBytes(name)
    for (data, isFollowed) in [(file, false), (file + file, isNamed)] {
      let source = try LocatedMedia(path: directory.write(data, to: "joined")).open(
        interruption: Interruption())
      #expect(source.info.isFollowedByAnother == isFollowed)
    }
  }

  /// Writers that cannot go back declare fewer frames or bytes than follow.
  @Test func moreMediaThanDeclaredIsPlayed() throws {
    #expect(try read(Self.pictures(count: 40, declared: 3)).packets.count == 40)
    let file = try Self.file("mp3")
    let count = try read(file).packets.count
    #expect(try read(file + file.suffix(30_000)).packets.count > count + 50)
    var bytes = HeaderBytes(file + file.suffix(30_000))
    #expect(MediaEnd.offset(of: "mp3", in: &bytes) == nil)
  }

  private func end(of container: String, _ data: Data) -> Int64? {
    var bytes = HeaderBytes(data)
    return MediaEnd.offset(of: container, in: &bytes)
  }

  /// A recorder that was stopped, or still records, leaves a header that declares no sound.
  @Test func aHeaderThatWasNeverCompletedHidesNothing() throws {
    var file = try Self.file("wav")
    let count = try read(file).packets.count
    let data = try #require(file.range(of: Data("data".utf8)))
    file.replaceSubrange(4..<8, with: Data(littleEndian: UInt64(data.upperBound - 4), 4))
    file.replaceSubrange(data.upperBound..<data.upperBound + 4, with: Data(count: 4))
    #expect(end(of: "wav", file) == nil)
    #expect(try read(file).packets.count >= count)

    file = try Self.file("w64")
    let chunk = try #require(file.range(of: Data("data".utf8))).lowerBound
    file.replaceSubrange(16..<24, with: Data(littleEndian: UInt64(chunk + 24), 8))
    file.replaceSubrange(chunk + 16..<chunk + 24, with: Data(littleEndian: 24, 8))
    #expect(end(of: "w64", file) == nil)
  }

  /// Writers to a pipe declare such lengths.
  @Test(arguments: [0, 0x7FFF_F000, 0xFFFF_FFFF] as [UInt64])
  func theLengthOfAStreamHidesNothing(_ length: UInt64) {
    var head = Data("RIFF".utf8) + Data(littleEndian: min(length + 36, 0xFFFF_FFFF), 4)
    head += Data("WAVEfmt ".utf8) + Data(littleEndian: 16, 4) + Self.format
    head += Data("data".utf8) + Data(littleEndian: length, 4)
    let bytes = [UInt8](head)
    var file = HeaderBytes(size: 3 << 30) { offset, count in
      (offset..<offset + Int64(count)).map { $0 < bytes.count ? bytes[Int($0)] : 0 }
    }
    #expect(MediaEnd.offset(of: "wav", in: &file) == nil)
  }

  /// Except behind WAV, where libavformat does not read it.
  @Test(arguments: containers.filter { !["flac", "wav"].contains($0) })
  func anotherFileBehindTheFirstIsNotHidden(_ container: String) throws {
    let file = try Self.file(container)
    for other in [file, file.prefix(file.count * 2 / 3)] {
      #expect(end(of: container, file + other) == nil, "\(other.count) bytes")
    }
  }

  @Test func soundInAnotherChunkIsNotHidden() throws {
    let file = try Self.file("wav")
    for name in ["data", "LIST"] {
      let rest = Data("junk".utf8) + Data(littleEndian: 4, 4) + Data(count: 4)
      let chunk = Data(name.utf8) + Data(littleEndian: 8, 4) + Data(count: 8)
      #expect((end(of: "wav", file + rest + chunk) == nil) == (name == "data"))
    }
  }

  /// The samples of AU have no structure, so that the header may declare too few.
  @Test func allBytesOfAUArePlayed() throws {
    let file = try Self.file("au")
    let count = try read(file).packets.count
    #expect(try read(file + file.suffix(8_000)).packets.count > count)
    #expect(try read(file + file).packets.count > count)
  }

  /// Some encoders do not count the last frame, or not all of it.
  @Test func theLastFrameOfMP3IsPlayedAlthoughFewerBytesAreDeclared() throws {
    let file = try Self.file("mp3")
    let tag = try #require(file.range(of: Data("Xing".utf8)) ?? file.range(of: Data("Info".utf8)))
    let place = tag.upperBound + 8..<tag.upperBound + 12
    let length = file[place].reduce(0) { $0 << 8 | UInt64($1) }
    let whole = try read(file)
    let last = try #require(whole.packets.last?.byteCount)
    for missing in [1, 4, 100, UInt64(last)] {
      var other = file
      other.replaceSubrange(place, with: Data(Data(littleEndian: length - missing, 4).reversed()))
      let (packets, framing) = try read(other)
      #expect(timings(packets) == timings(whole.packets), "\(missing) bytes")
      #expect(framing?.trailingByteCount == nil && framing?.ending != .cut)
    }
  }

  @Test func aWrongCountOfPicturesHidesNone() throws {
    let rest = Data(repeating: UInt8(ascii: "a"), count: 40)
    for declared in [1, 29, 31, 10_000_000] {
      let file = Self.pictures(count: 30, declared: declared, rate: 90_000, step: 90_000)
      #expect(try read(file).packets.count == 30, "\(declared)")
      #expect(end(of: "ivf", file.dropLast(10)) == nil && end(of: "ivf", file + rest) == nil)
    }
    // The end in ticks.
    let file = Self.pictures(count: 30, declared: 2_700_000, rate: 90_000, step: 90_000)
    #expect(end(of: "ivf", file + rest) == Int64(file.count))
    #expect(end(of: "ivf", file.dropLast(10)) == nil)
  }

  @Test func aBlockOfWavPackThatIsBeingWrittenIsNotHidden() {
    for count in 1...8 {
      let start = Data("wvpk\0\0\0\0".utf8).prefix(count)
      #expect(end(of: "wv", EndTagsTests.wavPack() + start) == nil)
    }
  }

  @Test func theIndexIsTheEndOfNUTUnlessASyncpointFollows() {
    let index = Data([0x4E, 0x58, 0xDD, 0x67, 0x2F, 0x23, 0xE6, 0x4E, 20]) + Data(count: 20)
    let syncpoint = Data([0x4E, 0x4B, 0xE4, 0xAD, 0xEE, 0xCA, 0x45, 0x69]) + Data(count: 30)
    let file = syncpoint + index
    #expect(end(of: "nut", file + Data(count: 100)) == Int64(file.count))
    #expect(end(of: "nut", file + Data("nut/multimedia container\0".utf8) + syncpoint) == nil)
  }
}
