import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// Tags before and after the sound of a file say nothing about its format, and are not the end of a file that was cut.
@Suite struct SoundTagTests {
  // Not stored: the search for leaks does not see the bytes of `Data` in a global variable.
  private static var id3v1: Data { Data("TAG".utf8) + Data(repeating: 32, count: 125) }
  private static var id3v2: Data {
    Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 0, 20]) + Data(count: 20)
  }
  private static var ape: Data {
    Data("APETAGEX".utf8) + Data([0xD0, 7, 0, 0, 32, 0, 0, 0]) + Data(count: 4)
      + Data([0, 0, 0, 0xA0]) + Data(count: 8)
  }

  private func framing(of data: Data) throws -> Framing {
    let interruption = Interruption()
    let directory = try TemporaryDirectory()
    let path = try directory.write(data, to: "sound")
    let opener = LocatedMedia(path: path)
    let source = try opener.open(for: .report(.whole), interruption: interruption)
    _ = try source.readAll()
    return try #require((source as? any FramedSource)?.framing)
  }

  @Test func aFlacFileWithTagsIsWhole() throws {
    let flac = try Repository.sampleBytes("sonicpi-ambi_piano.flac")
    for tags in [Data(), Self.id3v1, Self.ape, Self.ape + Self.id3v1, Self.id3v2] {
      let framing = try framing(of: flac + tags)
      #expect(framing.ending != .cut, "\(tags.count) bytes of tags")
    }
    #expect(try framing(of: flac.dropLast(3)).ending == .cut)
    #expect(try framing(of: flac.dropLast(3) + Self.ape).ending == .cut)
  }

  @Test func textAndZerosBehindFlacAreNotACut() throws {
    let flac = try Repository.sampleBytes("sonicpi-ambi_piano.flac")
    for other in [Data("\nA line of text.\r\n".utf8), Data("é\u{1A}".utf8), Data(count: 500)] {
      #expect(try framing(of: flac + other).ending != .cut, "\(other.count) bytes")
      #expect(try framing(of: flac.dropLast(3) + other).ending == .cut, "\(other.count) bytes")
    }
  }

  /// A long frame often has the checksum zero somewhere.
  @Test func aZeroChecksumWithinAFrameIsNotItsEnd() throws {
    var flac = try Repository.sampleBytes("sonicpi-ambi_piano.flac")
    let whole = try framing(of: flac)
    let directory = try TemporaryDirectory()
    let packets = try LocatedMedia(path: directory.write(flac, to: "sound")).open(
      for: .report(.whole), interruption: Interruption()
    ).readAll()
    let start = try flac.startIndex + Int(#require(packets.last?.byteOffset))
    for place in [start + 200, flac.endIndex - 20] {
      flac.replaceSubrange(place..<place + 2, with: checksum(of: flac[start..<place]))
    }
    let end = flac.endIndex - 2
    flac.replaceSubrange(end..., with: checksum(of: flac[start..<end]))
    let changed = try framing(of: flac)
    #expect(changed.trailingByteCount == nil && changed.ending == whole.ending)
    #expect(try framing(of: flac + Self.id3v1).trailingByteCount == nil)
  }

  /// The CRC-16 with the polynomial x¹⁶ + x¹⁵ + x² + 1.
  private func checksum(of bytes: Data) -> [UInt8] {
    var checksum: UInt16 = 0
    for byte in bytes {
      checksum ^= UInt16(byte) << 8
      for _ in 0..<8 { checksum = checksum & 0x8000 == 0 ? checksum << 1 : checksum << 1 ^ 0x8005 }
    }
    return [UInt8(checksum >> 8), UInt8(checksum & 0xFF)]
  }

  /// The bytes before a checksum of 0x1200 and before one of 0x0000 look like a whole frame, too.
  @Test(arguments: [0x1200, 0] as [UInt16]) func aChecksumOfFlacMayEndWithZeros(
    checksum: UInt16
  ) throws {
    var flac = try Repository.sampleBytes("sonicpi-ambi_piano.flac")
    let last = flac.endIndex - 1
    let stored = UInt16(flac[last - 1]) << 8 | UInt16(flac[last])
    let (first, second) = (changes(from: 10), changes(from: 9))
    let (one, other) = try #require(
      first.indices.lazy.compactMap { one in
        second.firstIndex(of: first[one] ^ stored ^ checksum).map { (one, $0) }
      }.first)
    flac[last - 10] ^= UInt8(one)
    flac[last - 9] ^= UInt8(other)
    flac.replaceSubrange((last - 1)..., with: [UInt8(checksum >> 8), 0])
    for tags in [Data(), Self.id3v1, Self.ape] {
      let framing = try framing(of: flac + tags)
      #expect(framing.ending != .cut)
      #expect(framing.trailingByteCount == nil)
    }
    #expect(try framing(of: flac + Data([0xAA])).trailingByteCount.map { $0 <= 3 } == true)
    #expect(try framing(of: flac.dropLast(3)).ending == .cut)
  }

  /// How each change of a byte that is some bytes before the last one changes a CRC-16 before it.
  private func changes(from distance: Int) -> [UInt16] {
    (0...255).map { change in
      var checksum = UInt16(change) << 8
      for _ in 0..<8 * (distance - 1) {
        checksum = checksum & 0x8000 == 0 ? checksum << 1 : checksum << 1 ^ 0x8005
      }
      return checksum
    }
  }

  @Test func otherBytesBehindDVAreNotACut() throws {
    let frame = Data([0x1F, 0x07, 0x00, 0x3F]) + Data(count: 119_996)
    let frames = (0..<8).reduce(Data()) { file, _ in file + frame }
    for other in [Data(), Data(count: 100), Data("TAG".utf8) + Data(count: 125)] {
      #expect(try framing(of: frames + other).ending != .cut, "\(other.count) bytes")
    }
    #expect(try framing(of: frames.dropLast(100)).ending == .cut)
    #expect(try framing(of: frames + frame.prefix(600)).ending == .cut)
  }

  @Test func onlyMP3IsJudgedByItsFirstFrame() throws {
    let flac = try Repository.sampleBytes("sonicpi-ambi_piano.flac")
    #expect(try framing(of: Self.id3v2 + flac).declaresDuration == nil)
    let mp3 = try Repository.sampleBytes("mediafile-cbr.mp3")
    #expect(try framing(of: mp3).declaresDuration != nil)
  }
}
