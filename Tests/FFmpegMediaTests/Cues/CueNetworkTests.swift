import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadLocking
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTesting
import PlayheadTimekeeping
import Testing

/// Cues of files and media at a URL.
@Suite struct CueNetworkTests {
  private func serve(
    _ file: String, _ conduct: MediaServer.Conduct = MediaServer.Conduct()
  ) throws -> MediaServer {
    try MediaServer(Data(contentsOf: URL(filePath: CueFacts.path(file))), conduct)
  }

  private static let conducts: [MediaServer.Conduct] = {
    var (whole, undeclared) = (MediaServer.Conduct(), MediaServer.Conduct())
    whole.servesRanges = false
    (undeclared.servesRanges, undeclared.declaresLength) = (false, false)
    return [MediaServer.Conduct(), whole, undeclared]
  }()

  /// Reads all cues as a player does.
  private func readAll(_ media: LocatedMedia) throws -> CueTrack {
    let source = try media.open(interruption: Interruption())
    let feed = CueFeed()
    let intake = try CueIntake(of: [.usual], from: source, to: feed)
    let zero = source.info.presentationStart ?? .zero
    while true {
      let read = try source.read()
      intake.receive(read) { zero }
      if case .endOfMedia = read { break }
    }
    return feed.track
  }

  @Test(
    arguments: [
      "dialogue-srt.mkv", "dialogue-webvtt.mkv", "dialogue-ass.mkv", "dialogue-text.mkv",
      "dialogue-mov_text.mp4", "long-webvtt.webm",
    ], conducts.indices)
  func theCuesOfMediaAreThoseOfTheFile(_ file: String, _ index: Int) throws {
    let conduct = Self.conducts[index]
    let server = try serve(file, conduct)
    let media = LocatedMedia(path: CueFacts.path(file))
    let cues = try readAll(LocatedMedia(path: server.url("film")))
    #expect(try cues == media.readCues(of: .usual) && cues.count >= 3)
  }

  @Test(arguments: ["dvdsub.mkv", "dvbsub.ts", "xsub.avi", "pgs.mkv"])
  func theTimesOfPicturesAreThoseOfTheFile(_ codec: String) throws {
    let media = LocatedMedia(path: CueFacts.path("pictures-\(codec)"))
    let server = try serve("pictures-\(codec)")
    let cues = try readAll(LocatedMedia(path: server.url("film")))
    let read = try media.readCues(of: .usual)
    #expect(cues.map(\.start) == read.map(\.start) && cues.map(\.end) == read.map(\.end))
    #expect(cues.count >= 3)
  }

  /// A keyframe comes every ten seconds. The long cue is stored before the second one.
  @Test(arguments: ["srt.mkv", "webvtt.webm", "mov_text.mp4"])
  func aSeekReadsTheCueThatIsCurrent(_ codec: String) throws {
    let server = try serve("long-\(codec)")
    for (time, texts) in [
      (15_000, ["A long one"]), (29_000, ["A short one"]), (28_200, []), (31_500, ["The last one"]),
      (39_000, []),
    ] as [(Int64, [String])] {
      let source = try LocatedMedia(path: server.url("film")).open(interruption: Interruption())
      let feed = CueFeed()
      let intake = try CueIntake(of: [.usual], from: source, to: feed)
      try source.seek(to: .milliseconds(time))
      intake.restart()
      while case .packet(let packet) = try source.read() {
        intake.receive(.packet(packet)) { .zero }
      }
      #expect(feed.cues(at: .milliseconds(time)).map(\.text) == texts, "\(time)")
    }
  }

  @Test func cuesAreReadAroundThePlayheadOfAnotherPlayer() throws {
    let server = try serve("long-srt.mkv")
    for choice in [CueTrack.Choice.usual, .index(7)] {
      let clock = ManualHostClock()
      let timeline = Timeline(mediaAnchor: .seconds(15), hostAnchor: clock.now, rate: .paused)
      let playhead = ObservedPlayhead(
        PlayheadObservation(
          timeline: timeline, uncertainty: .zero, drift: 0, rate: .paused, state: .paused),
        clock: clock)
      let reports = Locked<[String]>([])
      playhead.readMedia(
        LocatedMedia(path: server.url("film")), zero: nil, cues: [choice]
      ) { report in
        reports.withLock { list in
          switch report {
          case .failed(let error): list.append(error.detail ?? "")
          case .opened: list.append("opened")
          case .measured: break
          }
        }
      }
      clock.advance(by: .zero)
      let isRead = choice == .usual
      #expect(
        playhead.cues.cues(at: .seconds(15)).map(\.text) == (isRead ? ["A long one"] : []))
      // The media is read without a track that it does not have.
      #expect(
        reports.withLock { $0 } == (isRead ? [] : ["subtitle tracks: 1 -"]) + ["opened"])
      playhead.close()
    }
  }

  /// The first sound after a seek is incomplete.
  @Test func aSeekReadsSoundBeforeItsTargetAlsoIfCuesAreRead() throws {
    let media = LocatedMedia(path: CueFacts.path("dialogue-mov_text.mp4"))
    func firstPacket(withCues: Bool) throws -> PacketTiming? {
      let source = try media.open(for: .decoding, interruption: Interruption())
      let decoding = try #require(source as? any CueDecodingSource)
      _ = try #require(decoding.makeDecoder(ofTrack: 0))
      if withCues { _ = try decoding.makeCueDecoder(of: .usual) }
      try source.seek(to: .seconds(5))
      while case .packet(let packet) = try source.read() {
        if packet.track == 0 { return packet }
      }
      return nil
    }
    let packet = try #require(try firstPacket(withCues: true))
    #expect(try packet == firstPacket(withCues: false))
  }

  @Test func anEndInTheMiddleOfAFileIsAnError() throws {
    let short = try serve(
      "dialogue.srt", MediaServer.Conduct(servesRanges: false, breaksAfter: 150))
    let text = LocatedMedia(path: short.url("a.srt"))
    let error = #expect(throws: MediaError.self) { try text.readCueFile() }
    #expect(error?.operation == .read)
    let server = try serve(
      "long-srt.mkv", MediaServer.Conduct(servesRanges: false, breaksAfter: 3_000))
    let source = try LocatedMedia(path: server.url("film")).open(interruption: Interruption())
    let feed = CueFeed()
    let intake = try CueIntake(of: [.usual], from: source, to: feed)
    #expect(throws: MediaError.self) {
      while case .packet(let packet) = try source.read() {
        intake.receive(.packet(packet)) { .zero }
      }
    }
    #expect(feed.track.map(\.text) == ["A long one"])
  }

  @Test(arguments: conducts.indices)
  func aFileOfCuesAtAURLIsReadAsALocalOne(_ index: Int) throws {
    let conduct = Self.conducts[index]
    for file in ["dialogue.srt", "dialogue-utf16.srt", "lyrics.lrc", "identified.vtt"] {
      let server = try serve(file, conduct)
      let cues = try LocatedMedia(path: server.url(file)).readCueFile()
      #expect(try cues == LocatedMedia(path: CueFacts.path(file)).readCueFile(), "\(file)")
    }
    let latin = try serve("dialogue-latin1.srt", conduct)
    let media = LocatedMedia(path: latin.url("a.srt"))
    #expect(try media.readCueFile(encoding: "latin1").first?.line.contains("Grüße") == true)
    let error = #expect(throws: MediaError.self) { try media.readCueFile() }
    #expect(error?.detail == "the text is not UTF-8, and its encoding is not given")
    let film = try serve("dialogue-srt.mkv", conduct)
    #expect(try LocatedMedia(path: film.url("film.mkv")).readCueFile().count == 5)
  }
}
