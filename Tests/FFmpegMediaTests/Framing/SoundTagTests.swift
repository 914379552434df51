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
