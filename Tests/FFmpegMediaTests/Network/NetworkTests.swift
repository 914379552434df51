import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Media from an HTTP server, which behaves correctly or has a defect.
@Suite struct NetworkTests {
  private func open(_ server: MediaServer, _ name: String) throws -> any MediaSource {
    try LocatedMedia(path: server.url(name)).open(interruption: Interruption())
  }

  private static let files = [
    "bbb_small.mp4", "bbb_multi.mkv", "bbb_start3600.ts", "coffee_vbr_art.mp3",
    "pygame-house_lo.wav", "mediafile.opus", "bbb_vp9_opus.webm", "bbb_cut_neg.mkv",
  ]

  /// Returns the packets without byte offsets, which streams do not always have.
  private func timings(_ packets: [PacketTiming]) -> [PacketTiming] {
    packets.map {
      var packet = $0
      packet.byteOffset = nil
      return packet
    }
  }

  @Test(arguments: files) func aServerGivesTheSamePacketsAsTheFile(_ file: String) throws {
    let server = try MediaServer(Repository.sampleBytes(file))
    let source = try open(server, file)
    #expect(source.info.isSeekable)
    let expected = try SampleMedia.open(file).readAll()
    let packets = try source.readAll()
    #expect(timings(packets) == timings(expected))
    try source.seek(to: source.info.presentationStart ?? .zero)
    #expect(try source.readAll().map(\.byteCount) == expected.map(\.byteCount))
  }

  @Test(arguments: files) func withoutRangeRequestsTheSourceIsNotSeekable(_ file: String) throws {
    let server = try MediaServer(
      Repository.sampleBytes(file), MediaServer.Conduct(servesRanges: false))
    let source = try open(server, file)
    #expect(!source.info.isSeekable)
    let expected = try SampleMedia.open(file).readAll().count
    #expect(try source.readAll().count == expected)
    let error = #expect(throws: MediaError.self) { try source.seek(to: .zero) }
    #expect(error?.reason == .notSeekable)
  }

  @Test(arguments: ["bbb.mp4", "bbb_vfr.mp4", "bbb_tmcd.mov"])
  func aFileWithItsIndexAtTheEndNeedsAServerThatSeeks(_ file: String) throws {
    let server = try MediaServer(
      Repository.sampleBytes(file), MediaServer.Conduct(servesRanges: false))
    let error = #expect(throws: MediaError.self) { _ = try open(server, file) }
    #expect(error?.operation == .open && error?.reason == .notSeekable)
    #expect(error?.detail?.contains("byte ranges") == true)
  }

  /// It is kept, however slowly it comes.
  @Test(arguments: [97, 5_000, 1 << 20])
  func aSmallFileWithItsIndexAtTheEndNeedsNoRanges(pieceLength: Int) throws {
    let bytes = try Data(contentsOf: URL(filePath: CueFacts.path("dialogue-mov_text.mp4")))
    let server = try MediaServer(
      bytes, MediaServer.Conduct(servesRanges: false, pieceLength: pieceLength))
    let source = try open(server, "dialogue-mov_text.mp4")
    #expect(!source.info.isSeekable)
    #expect(try source.readAll().count > 10)
  }

  @Test func aResponseInSmallPiecesWithoutALengthIsRead() throws {
    let conduct = MediaServer.Conduct(servesRanges: false, declaresLength: false, pieceLength: 97)
    let server = try MediaServer(Repository.sampleBytes("bbb_start3600.ts"), conduct)
    let expected = try SampleMedia.open("bbb_start3600.ts").readAll().count
    #expect(try open(server, "a.ts").readAll().count == expected)
  }

  @Test func aBrokenConnectionIsResumed() throws {
    let bytes = try Repository.sampleBytes("bbb_small.mp4")
    let conduct = MediaServer.Conduct(breaksAfter: bytes.count / 2, breakingConnections: 1)
    let server = try MediaServer(bytes, conduct)
    let expected = try SampleMedia.open("bbb_small.mp4").readAll()
    #expect(try timings(open(server, "a.mp4").readAll()) == timings(expected))
    #expect(server.connectionCount >= 2)
  }

  /// The received packets are returned, and then an error is thrown instead of the end of media.
  @Test(arguments: ["bbb_small.mp4", "bbb_start3600.ts", "coffee_vbr_art.mp3"])
  func aConnectionThatBreaksForGoodFails(_ file: String) throws {
    let bytes = try Repository.sampleBytes(file)
    let conduct = MediaServer.Conduct(servesRanges: false, breaksAfter: bytes.count / 2)
    let server = try MediaServer(bytes, conduct)
    let source = try open(server, file)
    var count = 0
    let error = #expect(throws: MediaError.self) {
      while try source.readPacket() != nil { count += 1 }
    }
    withExtendedLifetime(server) {}
    let whole = try SampleMedia.open(file).readAll().count
    #expect(count > whole / 4 && count < whole)
    #expect(error?.operation == .read)
    #expect(error?.reason == .other)
  }

  @Test func aDeclaredLengthThatIsTooShortEndsTheMedia() throws {
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    let conduct = MediaServer.Conduct(servesRanges: false, declaredLength: bytes.count / 2)
    let whole = try SampleMedia.open("bbb_start3600.ts").readAll().count
    let count = try open(MediaServer(bytes, conduct), "a.ts").readAll().count
    #expect(count > whole / 4 && count < whole)
  }

  /// The server answers a request for the missing bytes that there are none. That is the end.
  @Test func aDeclaredLengthThatIsTooLongIsNoError() throws {
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    let server = try MediaServer(bytes, MediaServer.Conduct(declaredLength: bytes.count * 2))
    let count = try open(server, "a.ts").readAll().count
    withExtendedLifetime(server) {}
    #expect(try count == SampleMedia.open("bbb_start3600.ts").readAll().count)
  }

  @Test(arguments: [
    ("404 Not Found", MediaError.Reason.notFound), ("403 Forbidden", .noPermission),
    ("500 Internal Server Error", .other),
  ])
  func httpErrorsAreReported(_ status: String, _ reason: MediaError.Reason) throws {
    let server = try MediaServer(
      Data("no".utf8), MediaServer.Conduct(status: status, servesRanges: false))
    let error = #expect(throws: MediaError.self) { try open(server, "a.mp4") }
    #expect(error?.operation == .open)
    #expect(error?.reason == reason)
    #expect(error?.description.contains("\n") == false)
  }

  @Test(arguments: ["a.mp4", "a"])
  func aServerThatDoesNotAnswerIsNamed(name: String) throws {
    let server = try MediaServer(Data(), MediaServer.Conduct(answers: false))
    let error = #expect(throws: MediaError.self) { try open(server, name) }
    #expect(error?.description == "\(server.url(name)): the server sent no media")
  }

  private static let emptyConducts = [
    MediaServer.Conduct(), MediaServer.Conduct(servesRanges: false),
    MediaServer.Conduct(servesRanges: false, declaresLength: false),
    MediaServer.Conduct(refusesEmptyRanges: true),
  ]

  @Test(arguments: ["zero.ts", "zero.mp3", "zero.mp4", "zero.ogg", "zero"])
  func aServerThatSendsNoByteIsNamed(name: String) throws {
    for conduct in Self.emptyConducts {
      let server = try MediaServer(Data(), conduct)
      let error = #expect(throws: MediaError.self) { try open(server, name) }
      #expect(error?.description == "\(server.url(name)): the server sent no media")
    }
  }

  /// The bytes of headers of packets are missing or wrong, or other bytes are behind the end.
  @Test func aHoleInGXFIsSkipped() throws {
    let clean = try Data(
      contentsOf: URL(filePath: Repository.path("Tests/Fixtures/media/fields/packets.gxf")))
    let directory = try TemporaryDirectory()
    func packets(_ bytes: Data) throws -> [PacketTiming] {
      let server = try MediaServer(bytes)
      let (remote, pipe) = (try open(server, "a.gxf"), try BytePipe())
      pipe.write(bytes)
      let local = try LocatedMedia(path: directory.write(bytes, to: "a.gxf"))
        .open(interruption: Interruption()).readAll()
      #expect(try remote.readAll() == local)
      let piped = try LocatedMedia(path: "pipe:\(pipe.readEnd)")
        .open(interruption: Interruption()).readAll()
      #expect(timings(piped) == timings(local))
      withExtendedLifetime(server) {}
      return local
    }
    let whole = try packets(clean)
    #expect(whole.count == 4)
    for length in 1...9 {
      // The third packet begins here.
      let hole = 76_940 - 3..<76_940 + length
      var wrong = clean
      wrong.replaceSubrange(hole, with: Data(repeating: 0xAA, count: hole.count))
      #expect(try packets(wrong) == Array(whole[..<2]) + Array(whole[3...]))
      wrong.removeSubrange(hole)
      #expect(try timings(packets(wrong)).last == timings(whole).last)
    }
    // Lengths that no packet has.
    for length: [UInt8] in [[0, 0, 0, 0], [0, 0, 0, 15], [1, 0, 0, 0], [255, 255, 255, 255]] {
      var wrong = clean
      wrong.replaceSubrange(76_946..<76_950, with: length)
      #expect(try packets(wrong) == Array(whole[..<2]) + Array(whole[3...]))
    }
    for count in [1, 16, 3_000] {
      #expect(try packets(clean + Data(repeating: 0xAA, count: count)) == whole)
      #expect(try packets(clean + Data(count: count)) == whole)
    }
  }

  @Test func aCutHeaderIsMedia() throws {
    let server = try MediaServer(Repository.sampleBytes("pygame-house_lo.ogg").prefix(3_000))
    let error = #expect(throws: MediaError.self) { try open(server, "a.ogg") }
    #expect(error?.description.contains("the server sent no media") == false)
  }

  @Test func aRedirectIsFollowed() throws {
    let target = try MediaServer(Repository.sampleBytes("bbb_small.mp4"))
    let conduct = MediaServer.Conduct(
      status: "302 Found", servesRanges: false, location: target.url("b.mp4"))
    #expect(try open(MediaServer(Data(), conduct), "a.mp4").readAll().count == 382)
  }

  @Test func aRedirectToAFileIsRefused() throws {
    let conduct = MediaServer.Conduct(
      status: "302 Found", servesRanges: false,
      location: "file://\(Repository.sample("bbb_small.mp4"))")
    #expect(throws: MediaError.self) { try open(MediaServer(Data(), conduct), "a.mp4") }
  }

  @Test func aRefusedConnectionFails() throws {
    let error = #expect(throws: MediaError.self) {
      try LocatedMedia(path: "http://127.0.0.1:1/a.mp4").open(interruption: Interruption())
    }
    #expect(error?.operation == .open)
  }

  @Test func aSilentServerIsWaitedForUntilTheInterruption() throws {
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    let conduct = MediaServer.Conduct(
      servesRanges: false, breaksAfter: bytes.count / 2, staysOpen: true)
    let server = try MediaServer(bytes, conduct)
    let interruption = Interruption()
    Thread.detachNewThread {
      while !server.isSilent { sched_yield() }
      interruption.interrupt()
    }
    let error = #expect(throws: MediaError.self) {
      let source = try LocatedMedia(path: server.url("a.ts")).open(interruption: interruption)
      while try source.readPacket() != nil {}
    }
    #expect(error?.reason == .interrupted)
  }
}
