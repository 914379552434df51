import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// Playlists of HLS that name playlists: one level of them is opened, and a limited number.
@Suite struct NestedManifestTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    _ = try folder.write(try Repository.sampleBytes("bbb_start3600.ts"), to: "a.ts")
    let lines = ["#EXT-X-TARGETDURATION:6", "#EXTINF:6,", "a.ts", "#EXT-X-ENDLIST"]
    _ = try write(lines, "media.m3u8")
  }

  private func write(_ lines: [String], _ name: String) throws -> String {
    let text = (["#EXTM3U"] + lines).joined(separator: "\n") + "\n"
    return try folder.write(Data(text.utf8), to: name)
  }

  private func variants(_ names: [String]) -> [String] {
    names.flatMap { ["#EXT-X-STREAM-INF:BANDWIDTH=1", $0] }
  }

  private func error(_ path: String) throws -> MediaError {
    try #require(throws: MediaError.self) {
      _ = try LocatedMedia(path: path).open(interruption: Interruption()).readAll()
    }
  }

  private func expectRefused(_ path: String, _ reason: String) throws {
    let error = try error(path)
    #expect(error.reason == .forbiddenReference, "\(error)")
    #expect(error.detail?.hasSuffix(reason) == true, "\(error)")
    #expect(!error.description.contains("\n"))
  }

  private static let nested = "a playlist of playlists inside another one"

  @Test func aPlaylistThatNamesItselfIsRefused() throws {
    try expectRefused(write(variants(["self.m3u8"]), "self.m3u8"), Self.nested)
    try expectRefused(
      write(variants(["media.m3u8", "both.m3u8", "both.m3u8"]), "both.m3u8"), Self.nested)
    let audio = #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="audio.m3u8""#
    try expectRefused(write([audio] + variants(["media.m3u8"]), "audio.m3u8"), Self.nested)
  }

  @Test func playlistsThatNameEachOtherAreRefused() throws {
    let path = try write(variants(["two.m3u8"]), "one.m3u8")
    // The tag that names a playlist is far from the start, after a carriage return.
    let padding = (0..<2_000).map { "#\($0) 0123456789012345678901234567890123456789" }
    _ = try write(padding + ["#\r#EXT-X-STREAM-INF:BANDWIDTH=1", "one.m3u8"], "two.m3u8")
    try expectRefused(path, Self.nested)
    try expectRefused(folder.path("two.m3u8"), Self.nested)
  }

  @Test func aPlaylistMayNameAPlaylistSeveralTimes() throws {
    let path = try write(variants(["media.m3u8", "media.m3u8", "media.m3u8"]), "main.m3u8")
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    #expect(try source.readAll().count > 0)
  }

  @Test func aPlaylistNamesALimitedNumberOfPlaylists() throws {
    let names = (0..<1_001).map { "\($0).m3u8" }
    try expectRefused(write(variants(names), "many.m3u8"), "too many playlists")
  }

  @Test(arguments: [true, false])
  func aServerWhosePlaylistsNameEachOtherIsAskedAFewTimes(servesRanges: Bool) throws {
    let text = "#EXTM3U\n" + variants(["a.m3u8", "b.m3u8"]).joined(separator: "\n") + "\n"
    var conduct = MediaServer.Conduct()
    conduct.servesRanges = servesRanges
    let server = try MediaServer(Data(text.utf8), conduct)
    try expectRefused(server.url("main.m3u8"), Self.nested)
    #expect(server.connectionCount <= 6)
  }
}
