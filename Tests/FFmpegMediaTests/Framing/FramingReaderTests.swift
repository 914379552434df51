import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// The framing of a file does not depend on how its bytes are split.
@Suite struct FramingReaderTests {
  private func framing(of data: Data, inPiecesOf length: Int) -> Framing {
    var reader = FramingReader()
    for start in stride(from: 0, to: data.count, by: length) {
      data.subdata(in: start..<min(start + length, data.count)).withUnsafeBytes {
        reader.parse($0, at: Int64(start))
      }
    }
    return reader.framing(length: Int64(data.count))
  }

  @Test(arguments: [
    "bbb_start3600.ts", "bbb_chapters.mkv", "pygame-house_lo.ogg", "coffee_vbr_art.mp3",
    "bbb_small.mp4",
  ])
  func piecesOfAnyLengthGiveTheSameFraming(file: String) throws {
    let data = try Repository.sampleBytes(file)
    for data in [data, data.prefix(data.count / 2), data + data] {
      let whole = framing(of: Data(data), inPiecesOf: data.count)
      for length in [11, 187, 189, 4_096, 32_768] {
        #expect(framing(of: Data(data), inPiecesOf: length) == whole)
      }
    }
  }

  @Test func transportStreamPacketLayoutsAreRecognized() throws {
    let data = try Repository.sampleBytes("bbb_start3600.ts")
    let packets = stride(from: 0, to: data.count, by: 188).map { data.subdata(in: $0..<$0 + 188) }
    for (before, behind) in [(0, 0), (4, 0), (0, 16)] {
      var laidOut = Data([7, 7, 7])
      for (index, packet) in packets.enumerated() where index != 300 {
        laidOut += Data(count: before) + packet + Data(count: behind)
      }
      let transport = try #require(framing(of: laidOut, inPiecesOf: 1_000).transport)
      #expect(transport.count == 1 && transport.defects.first?.kind == .discontinuity)
      #expect(framing(of: laidOut, inPiecesOf: 1_000).ending == .whole)
      #expect(framing(of: laidOut.dropLast(50), inPiecesOf: 1_000).ending == .cut)
      // Text behind the last packet may contain the sync byte.
      let text = Data(String(repeating: "Go on. ", count: 100).utf8)
      #expect(framing(of: laidOut + text, inPiecesOf: 1_000).ending == .whole)
    }
  }

  @Test func anOggFileWithoutItsLastPageHasNoEndMark() throws {
    let data = try Repository.sampleBytes("pygame-house_lo.ogg")
    let last = try #require(data.range(of: Data("OggS".utf8), options: .backwards)?.lowerBound)
    #expect(framing(of: data, inPiecesOf: 500).ending == .whole)
    #expect(framing(of: data.prefix(last), inPiecesOf: 500).ending == .unmarked)
    #expect(framing(of: data.prefix(last + 40), inPiecesOf: 500).ending == .cut)
  }

  @Test func bytesBehindTheEndOfMatroskaAreNotACut() throws {
    let data = try Repository.sampleBytes("bbb_chapters.mkv")
    for text in ["\n", "A trailing line of text.\n", "<html>", "\u{1A}"] {
      let longer = data + Data(text.utf8)
      #expect(framing(of: longer, inPiecesOf: 500).ending == .whole, "\(text.debugDescription)")
    }
    // Another file begins.
    #expect(framing(of: data + data.prefix(30), inPiecesOf: 500).ending == .cut)
    #expect(framing(of: data.dropLast(1), inPiecesOf: 500).ending == .cut)
  }

  @Test(arguments: [1, 7, 10_000]) func blocksBeforeZeroOfMatroskaAreFound(pieceLength: Int) {
    let unknown: [UInt8] = [0x01] + Array(repeating: 0xFF, count: 7)
    let start: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67] + unknown
    let cluster: [UInt8] = [0x1F, 0x43, 0xB6, 0x75] + unknown + [0xE7, 0x82, 0x01, 0x05]
    let block: [UInt8] = [0xA3, 0x85, 0x81, 0xFE, 0xF0, 0x80, 0x00]
    let group: [UInt8] = [0xA0, 0x87, 0xA1, 0x85, 0x82, 0x80, 0x00, 0x80, 0x00]
    let late: [UInt8] = [0xA3, 0x85, 0x81, 0xFF, 0xFF, 0x80, 0x00]
    var data = Data(start + cluster)
    let head = Int64(data.count)
    for part in [block, late, group, [0xEC, 0x53, 0x88]] { data += part }
    data += Data(count: 5_000)
    var reader = FramingReader()
    for start in stride(from: 0, to: data.count, by: pieceLength) {
      data.subdata(in: start..<min(start + pieceLength, data.count)).withUnsafeBytes {
        reader.parse($0, at: Int64(start))
      }
    }
    #expect(reader.earlyBlocks.map(\.ticks) == [-11, -32_507])
    #expect(reader.earlyBlocks.map(\.offset) == [head + 2, head + 18])
  }

  @Test func bytesBehindALiveRecordingInMatroskaAreNotACut() throws {
    var data = MatroskaFile(tracks: [(.video, 0..<2_000)]).bytes
    let segment = try #require(data.range(of: Data([0x18, 0x53, 0x80, 0x67])))
    // The size of the segment becomes unknown.
    let length = data[segment.upperBound].leadingZeroBitCount + 1
    let unknown =
      Data([UInt8(truncatingIfNeeded: 0x1FF >> length)]) + Data(repeating: 0xFF, count: length - 1)
    data.replaceSubrange(segment.upperBound..<segment.upperBound + length, with: unknown)
    #expect(framing(of: data, inPiecesOf: 500).ending == .whole)
    for text in ["\n", "s", "A trailing line of text.\n", "some text", "\0\0\0"] {
      let longer = data + Data(text.utf8)
      #expect(framing(of: longer, inPiecesOf: 500).ending == .whole, "\(text.debugDescription)")
    }
    #expect(framing(of: data.dropLast(1), inPiecesOf: 500).ending == .cut)
    #expect(framing(of: data + Data([0x1F, 0x43, 0xB6]), inPiecesOf: 500).ending == .cut)
  }

  @Test func aHeaderThatCountsNoFramesDeclaresNoDuration() throws {
    var data = try Repository.sampleBytes("coffee_vbr_art.mp3")
    #expect(framing(of: data, inPiecesOf: 1_000).declaresDuration == true)
    let tag = try #require(data.range(of: Data("Xing".utf8)) ?? data.range(of: Data("Info".utf8)))
    data.replaceSubrange(tag.upperBound + 4..<tag.upperBound + 8, with: Data(count: 4))
    #expect(framing(of: data, inPiecesOf: 1_000).declaresDuration == false)
  }

  @Test(arguments: [0, 500])
  func framesOfADTSDeclareNoDuration(tagLength: Int) {
    var data = Data()
    if tagLength > 0 {
      data += Data("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(tagLength >> 7), UInt8(tagLength & 0x7F)]
      data += Data(count: tagLength)
    }
    for index in 0..<400 {
      let length = 13 + index % 40
      data += [0xFF, 0xF1, 0x50, 0x40, UInt8(length >> 3), UInt8(length & 7) << 5 | 0x1F, 0xFC]
      data += Data(count: length - 7)
    }
    #expect(framing(of: data, inPiecesOf: 1_000).declaresDuration == false)
  }

  @Test func damagedBytesNeitherTrapNorGrowMemory() throws {
    var generator = SplitMix64(seed: 7)
    for file in [
      "bbb_start3600.ts", "bbb_chapters.mkv", "pygame-house_lo.ogg", "mediafile-cbr.mp3",
    ] {
      let whole = try Repository.sampleBytes(file).prefix(60_000)
      for _ in 0..<40 {
        var data = Data(whole)
        for _ in 0..<200 {
          data[Int.random(in: 0..<data.count, using: &generator)] = .random(in: 0...255)
        }
        let framing = framing(of: data, inPiecesOf: .random(in: 100...5_000, using: &generator))
        #expect(framing.transport?.defects.count ?? 0 <= TransportFraming.capacity)
      }
    }
  }
}
