import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

@Suite struct InputOptionTests {
  private func open(_ path: String, _ options: InputOptions) throws -> any MediaSource {
    var media = LocatedMedia(path: path)
    media.inputOptions = options
    return try media.open(interruption: Interruption())
  }

  @Test func rawSoundIsReadAsItsFormatSays() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Data(count: 16_000), to: "sound")
    let options = InputOptions(
      format: "s16le", values: ["sample_rate": "4000", "ch_layout": "2C", "unknown": "x"])
    let track = try #require(try open(folder.path("sound"), options).info.tracks.first)
    #expect(track.sampleRate == 4_000 && track.channelCount == 2)
    #expect(track.durationTicks.map(track.time(ofTicks:)) == .seconds(1))
  }

  @Test(arguments: ["no such format", "alsa", "lavfi", ""])
  func aFormatThatReadsNoFileIsRefused(format: String) throws {
    let path = Repository.sampleMedia + "/bbb_small.mp4"
    #expect(throws: MediaError.self) { try open(path, InputOptions(format: format)) }
  }

  @Test func optionsDoNotAllowMoreReferences() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      Data("file \(Repository.sampleMedia)/bbb_small.mp4\n".utf8), to: "list.ffconcat")
    let options = InputOptions(
      format: "concat", values: ["safe": "0", "protocol_whitelist": "file,http,tcp"])
    #expect(throws: MediaError.self) { try open(folder.path("list.ffconcat"), options) }
  }

  @Test func aServerGetsTheHeaders() throws {
    let file = try Data(contentsOf: URL(filePath: Repository.sampleMedia + "/bbb_small.mp4"))
    let server = try MediaServer(file, MediaServer.Conduct(requiredLine: "X-Key: 7"))
    let url = server.url("a.mp4")
    #expect(throws: MediaError.self) { try open(url, InputOptions()) }
    let source = try open(url, InputOptions(values: ["headers": "X-Key: 7\r\n"]))
    #expect(source.info.tracks.count == 2)
  }
}
