import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Text and other bytes behind the end of media whose end is known.
@Suite struct MediaTailTests {
  enum Format: String, CaseIterable {
    case mp3, artwork, aac, gsm, ivf, au, w64, ts, opus

    var fileExtension: String { self == .artwork ? "mp3" : rawValue }

    func data() throws -> Data {
      switch self {
      case .mp3: return try Repository.sampleBytes("mediafile-cbr.mp3")
      case .artwork: return try Repository.sampleBytes("mediafile-artwork.mp3")
      case .ts: return try Repository.sampleBytes("bbb_start3600.ts")
      case .opus: return try Repository.sampleBytes("mediafile.opus")
      case .aac:
        // Silent frames of AAC-LC at 48 kHz.
        let frame = Data([0xFF, 0xF1, 0x4C, 0x40, 0x01, 0x7F, 0xFC, 0x00, 0xC8, 0x00, 0x0E])
        return (0..<100).reduce(into: Data()) { data, _ in data += frame }
      case .gsm:
        return (0..<100).reduce(into: Data()) { data, _ in
          data += Data([0xD4]) + Data(repeating: 0x55, count: 32)
        }
      case .ivf:
        let header =
          Data("DKIF".utf8) + Data([0, 0, 32, 0]) + Data("VP80".utf8)
          + Data([64, 0, 64, 0, 25, 0, 0, 0, 1, 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0])
        return (0..<50).reduce(into: header) { data, index in
          data += Data([10, 0, 0, 0, UInt8(index), 0, 0, 0, 0, 0, 0, 0])
          data += Data([0x10, 2, 0, 0x9D, 1, 0x2A, 64, 0, 64, 0])
        }
      case .au:
        let header = Data(".snd".utf8) + Data([0, 0, 0, 24, 0, 0, 0x3E, 0x80, 0, 0, 0, 3])
        return header + Data([0, 0, 0x1F, 0x40, 0, 0, 0, 1]) + Data(count: 16_000)
      case .w64:
        func chunk(_ name: String, _ content: Data) -> Data {
          let size = Data(
            (0..<8).map { UInt8(truncatingIfNeeded: (content.count + 24) >> (8 * $0)) })
          let rest: [UInt8] =
            name == "riff"
            ? [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 4, 0xC1, 0, 0]
            : [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
          return Data(name.utf8) + Data(rest) + (name == "wave" ? Data() : size) + content
        }
        let format = Data([1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0])
        return chunk(
          "riff",
          chunk("wave", Data()) + chunk("fmt ", format) + chunk("data", Data(count: 16_000)))
      }
    }
  }

  private static let tails: [Data] = [
    Data("bye".utf8), Data("A line of text behind the end.\r\n".utf8),
    Data(String(repeating: "<html>Not found</html>\n", count: 6_000).utf8),
    Data("TAG".utf8) + Data(repeating: 32, count: 125), Data(count: 5_000),
  ]

  private func read(
    _ data: Data, _ name: String, in folder: TemporaryDirectory
  ) throws -> ([[Int64]], Framing.Ending) {
    let path = try folder.write(data, to: name)
    let source = try LocatedMedia(path: path).open(
      for: .report(.whole), interruption: Interruption())
    let packets = try source.readAll().map { [$0.presentationTicks ?? -1, Int64($0.byteCount)] }
    return (packets, (source as? any FramedSource)?.framing?.ending ?? .whole)
  }

  @Test(arguments: Format.allCases) func bytesBehindTheEndChangeNothing(_ format: Format) throws {
    let folder = try TemporaryDirectory()
    let data = try format.data()
    let name = "media.\(format.fileExtension)"
    let (packets, ending) = try read(data, name, in: folder)
    #expect(packets.count > 2)
    // Frames of GSM begin with four known bits only, for which few blocks are searched.
    for (index, tail) in Self.tails.enumerated() where format != .gsm || tail.count < 10_000 {
      let other = try read(data + tail, name, in: folder)
      #expect(other.0 == packets && other.1 == ending, "tail \(index)")
    }
  }
}
