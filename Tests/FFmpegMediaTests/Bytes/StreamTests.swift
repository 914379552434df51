import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Media from pipes and FIFOs, which cannot go back.
@Suite struct StreamTests {
  @Test(arguments: [
    "bbb_small.mp4", "bbb_multi.mkv", "bbb_start3600.ts", "coffee_vbr_art.mp3", "mediafile.opus",
    "pygame-house_lo.wav", "beepflash/bf_frag.mp4", "sonicpi-ambi_piano.flac",
  ])
  func aPipeGivesTheSamePacketsAsTheFile(_ file: String) throws {
    let pipe = try BytePipe()
    pipe.write(try Repository.sampleBytes(file))
    let source = try pipe.opener.open(interruption: Interruption())
    #expect(!source.info.isSeekable)
    let expected = try SampleMedia.open(file).readAll()
    #expect(try source.readAll().map(Self.withoutPadding) == expected.map(Self.withoutPadding))
  }

  /// libavformat finds the padding of MP3 only in seekable files.
  private static func withoutPadding(_ packet: PacketTiming) -> PacketTiming {
    var packet = packet
    packet.paddingSamples = 0
    return packet
  }

  @Test func aPipeIsNotSeekable() throws {
    let pipe = try BytePipe()
    pipe.write(try Repository.sampleBytes("bbb_small.mp4"))
    let source = try pipe.opener.open(interruption: Interruption())
    let error = #expect(throws: MediaError.self) { try source.seek(to: .zero) }
    #expect(error?.operation == .seek)
    #expect(error?.reason == .notSeekable)
    #expect(try source.readPacket() != nil)
  }

  @Test(arguments: ["bbb.mp4", "bbb_vfr.mp4", "bbb_tmcd.mov"])
  func anMP4FileWithItsIndexAtTheEndNeedsSeeking(_ file: String) throws {
    let pipe = try BytePipe()
    pipe.write(try Repository.sampleBytes(file))
    let error = #expect(throws: MediaError.self) {
      _ = try pipe.opener.open(interruption: Interruption())
    }
    #expect(error?.reason == .needsSeeking)
  }

  /// It is kept, however slowly it comes.
  @Test(arguments: [97, 5_000, 1 << 20])
  func aSmallMP4WithItsIndexAtTheEndIsRead(pieceLength: Int) throws {
    let path = CueFacts.path("dialogue-mov_text.mp4")
    let expected = try LocatedMedia(path: path).open(interruption: Interruption()).readAll()
    let bytes = try Data(contentsOf: URL(filePath: path))
    for isReport in [false, true] {
      let pipe = try BytePipe()
      pipe.write(bytes, inPiecesOf: pieceLength)
      let source =
        isReport
        ? try pipe.opener.open(for: .report(.whole), interruption: Interruption())
        : try pipe.opener.open(interruption: Interruption())
      #expect(!source.info.isSeekable)
      let packets = try source.readAll()
      #expect(packets.map(\.presentationTicks) == expected.map(\.presentationTicks))
      #expect(packets.map(\.byteCount) == expected.map(\.byteCount))
    }
  }

  @Test func anEmptyPipeIsReportedAsEmpty() throws {
    let pipe = try BytePipe()
    pipe.write(Data())
    let error = #expect(throws: MediaError.self) {
      _ = try pipe.opener.open(interruption: Interruption())
    }
    #expect(error?.reason == .isEmpty)
  }

  @Test func openingAFIFOWaitsForAWriter() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.makeFIFO("live.ts")
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    Thread.detachNewThread {
      // Blocks until the FIFO has a reader.
      let descriptor = open(path, O_WRONLY)
      BytePipe.write(bytes, to: descriptor)
      close(descriptor)
    }
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    let expected = try SampleMedia.open("bbb_start3600.ts").readAll()
    #expect(try source.readAll() == expected)
  }
}
