import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Tags that follow the last frame of a file of sound.
@Suite struct EndTagsTests {
  private enum Tag: CaseIterable {
    case id3v1, ape, apeWithoutHeader, lyricsAndID3v1, id3v2, apeAndID3v1, apeAndLyricsAndID3v1

    /// Returns the tag; only some have room for content.
    func bytes(with content: Data) -> Data {
      switch self {
      case .id3v1: Data("TAG".utf8) + Data(repeating: 32, count: 125)
      case .ape:
        Self.header(of: Self.item(content), 0xA000_0000) + Self.item(content)
          + Self.header(of: Self.item(content), 0x8000_0000)
      case .apeWithoutHeader: Self.item(content) + Self.header(of: Self.item(content), 0)
      case .lyricsAndID3v1:
        Data("LYRICSBEGIN".utf8) + content
          + Data(String(format: "%06dLYRICS200", content.count + 11).utf8)
          + Self.id3v1.bytes(with: content)
      case .id3v2: Self.id3("ID3", of: content) + content + Self.id3("3DI", of: content)
      case .apeAndID3v1: Self.ape.bytes(with: content) + Self.id3v1.bytes(with: content)
      case .apeAndLyricsAndID3v1:
        Self.ape.bytes(with: content) + Self.lyricsAndID3v1.bytes(with: content)
      }
    }

    private static func item(_ content: Data) -> Data {
      Data(littleEndian: UInt64(content.count), 4) + Data(count: 4) + Data("Artist\0".utf8)
        + content
    }

    private static func header(of items: Data, _ flags: UInt64) -> Data {
      header(ofSize: items.count + 32, flags)
    }

    static func header(ofSize size: Int, _ flags: UInt64) -> Data {
      Data("APETAGEX".utf8) + Data(littleEndian: 2_000, 4)
        + Data(littleEndian: UInt64(size), 4) + Data(littleEndian: 1, 4)
        + Data(littleEndian: flags, 4) + Data(count: 8)
    }

    private static func id3(_ name: String, of content: Data) -> Data {
      id3(name, ofSize: content.count)
    }

    static func id3(_ name: String, ofSize size: Int) -> Data {
      Data(name.utf8) + Data([4, 0, 0x10])
        + Data([21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) })
    }
  }

  /// A WavPack file of blocks that last 100 ms.
  static func wavPack() -> Data {
    let (count, samples) = (20, 4_410)
    return (0..<count).reduce(Data()) { file, index in
      let numbers = [count * samples, index * samples, samples, 0x0480_1805, 0].reduce(Data()) {
        $0 + Data(littleEndian: UInt64($1), 4)
      }
      return file + Data("wvpk".utf8) + Data(littleEndian: 124, 4)
        + Data(littleEndian: 0x0410, 2) + Data(count: 2) + numbers + Data(count: 100)
    }
  }

  private static func file(_ container: String) throws -> Data {
    switch container {
    // libavformat does not count the frames if a sixteenth of the file is behind them.
    case "mp3": try Repository.sampleBytes("coffee_vbr_art.mp3")
    case "flac": try Repository.sampleBytes("sonicpi-ambi_piano.flac")
    case "wv": wavPack()
    default:
      (0..<100).reduce(Data()) { file, index in
        let length = 113 + index % 40
        return file + [0xFF, 0xF1, 0x50, 0x40, UInt8(length >> 3), UInt8(length & 7) << 5 | 0x1F]
          + [0xFC] + Data(count: length - 7)
      }
    }
  }

  private func read(_ data: Data) throws -> (packets: [PacketTiming], ending: Framing.Ending?) {
    let directory = try TemporaryDirectory()
    let source = try LocatedMedia(path: directory.write(data, to: "sound"))
      .open(for: .report(.whole), interruption: Interruption())
    let packets = try source.readAll()
    #expect(try source.readPacket() == nil)
    return (packets, (source as? any FramedSource)?.framing?.ending)
  }

  /// A tag may contain frames.
  @Test(arguments: ["mp3", "flac", "wv", "aac"]) func theyAreNoMedia(container: String) throws {
    let file = try Self.file(container)
    var whole = try read(file)
    #expect(whole.packets.count > 10)
    for tag in Tag.allCases {
      for content in [Data("Artist\0Somebody".utf8), file.suffix(3_000)] {
        let tagged = try read(file + tag.bytes(with: Data(content)))
        #expect(tagged.packets == whole.packets, "\(tag)")
        #expect(tagged.ending == whole.ending, "\(tag)")
      }
    }
    whole = try read(file.dropLast(60))
    #expect(whole.ending == .cut || container == "wv" || container == "aac")
    for tag in Tag.allCases {
      let cut = try read(file.dropLast(60) + tag.bytes(with: Data(count: 50)))
      #expect(cut.packets == whole.packets && cut.ending == whole.ending, "\(tag), of a cut file")
    }
  }

  /// libavformat believes the length in a tag of WavPack.
  @Test(arguments: ["mp3", "flac", "aac", "wv"]) func aWrongLengthLeavesNoMediaOut(
    container: String
  ) throws {
    let file = try Self.file(container)
    let whole = try read(file)
    for size in [file.count - 2_000, file.count / 2, 40, 0x7FFF_FFFF] {
      let tagged = try read(file + Tag.header(ofSize: size, 0))
      #expect(tagged.packets == whole.packets, "\(size) bytes")
      #expect(tagged.ending == whole.ending, "\(size) bytes")
    }
  }

  @Test func aTagStartsAtItsOwnStart() {
    let media = Data(repeating: 0x55, count: 500)
    let names = [Data("APETAGEX".utf8), Data("ID3".utf8), Data([9, 0, 0, 0, 0, 0, 0, 0, 65, 0])]
    for name in names {
      // The media has bytes that look like the start of a tag where the wrong length says.
      let file = media + name + media
      let size = 500 + name.count + 32
      var bytes = HeaderBytes(file + Tag.header(ofSize: size, 0))
      #expect(EndTags.start(in: &bytes) == Int64(file.count))
      bytes = HeaderBytes(file + Tag.header(ofSize: size - 32, 0x8000_0000))
      #expect(EndTags.start(in: &bytes) == nil)
      bytes = HeaderBytes(file + Tag.id3("3DI", ofSize: size - 42))
      #expect(EndTags.start(in: &bytes) == nil)
      bytes = HeaderBytes(file + Data(String(format: "%06dLYRICS200", size - 32).utf8))
      #expect(EndTags.start(in: &bytes) == nil)
    }
  }

  @Test func theyStartWhereTheirLengthsSay() {
    let media = Data(repeating: 0x55, count: 500)
    for tag in Tag.allCases {
      var bytes = HeaderBytes(media + tag.bytes(with: Data(count: 200)))
      #expect(EndTags.start(in: &bytes) == 500, "\(tag)")
    }
    for tag in [Tag.ape, .lyricsAndID3v1, .id3v2] {
      // The start of the tag is missing.
      var bytes = HeaderBytes(media + tag.bytes(with: Data(count: 200)).dropFirst())
      #expect(EndTags.start(in: &bytes) == (tag == .lyricsAndID3v1 ? 725 : nil), "\(tag)")
    }
    for data in [Data(), Data("TAG".utf8), media, Tag.id3v1.bytes(with: Data())] {
      var bytes = HeaderBytes(data)
      #expect(EndTags.start(in: &bytes) == nil)
    }
  }

  @Test func damagedTagsStartWithinTheFile() {
    var generator = SplitMix64(seed: 52)
    let file = Data(repeating: 0x55, count: 500) + Tag.apeAndID3v1.bytes(with: Data(count: 100))
    for _ in 0..<500 {
      var data = file
      for _ in 0..<6 {
        data[Int.random(in: 500..<data.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      var bytes = HeaderBytes(data)
      let start = EndTags.start(in: &bytes)
      #expect(start.map { (1..<Int64(data.count)).contains($0) } ?? true)
    }
  }
}
