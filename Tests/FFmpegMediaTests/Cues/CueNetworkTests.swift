import Foundation
import PlayheadCore
import PlayheadFFmpeg
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
      intake.take(read) { zero }
      if case .endOfMedia = read { break }
    }
    return feed.track
  }

  @Test(
    arguments: [
      "srt.mkv", "webvtt.mkv", "ass.mkv", "text.mkv", "mov_text.mp4",
    ], conducts.indices)
  func theCuesOfMediaAreThoseOfTheFile(_ codec: String, _ index: Int) throws {
    let conduct = Self.conducts[index]
    let server = try serve("dialogue-\(codec)", conduct)
    let media = LocatedMedia(path: CueFacts.path("dialogue-\(codec)"))
    let cues = try readAll(LocatedMedia(path: server.url("film")))
    #expect(try cues == media.readCues(of: .usual) && cues.count == 5)
  }

  @Test(arguments: ["dvdsub.mkv", "dvbsub.ts", "xsub.avi"])
  func theTimesOfPicturesAreThoseOfTheFile(_ codec: String) throws {
    let media = LocatedMedia(path: CueFacts.path("pictures-\(codec)"))
    let (cues, read) = (try readAll(media), try media.readCues(of: .usual))
    #expect(cues.map(\.start) == read.map(\.start) && cues.map(\.end) == read.map(\.end))
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
