import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadArguments
@testable import PlayheadListFiles
@testable import PlayheadOutputs

@Suite struct ListFileTests {
  private func entries(_ text: String) -> [String]? {
    ListFile(Array(text.utf8))?.entries.map { entry in
      String(decoding: entry.location, as: UTF8.self) + (entry.title.map { " (\($0))" } ?? "")
    }
  }

  @Test func eachLineIsAPath() {
    #expect(entries("a.mp3\nsub/b c.ogg\n") == ["a.mp3", "sub/b c.ogg"])
    #expect(entries("") == [])
    #expect(entries("\n\n  \n\t\n") == [])
  }

  @Test func titlesBelongToTheNextEntry() {
    #expect(
      entries("#EXTM3U\n#EXTINF:123,Somebody - A, B\na.mp3\n#EXTINF:-1\nb.mp3\n# a word\nc.mp3")
        == ["a.mp3 (Somebody - A, B)", "b.mp3", "c.mp3"])
  }

  @Test func everyLineEndingAndAByteOrderMarkAreAccepted() {
    #expect(entries("\u{FEFF}#EXTM3U\r\na.mp3\r\nb.mp3\rc.mp3 \t") == ["a.mp3", "b.mp3", "c.mp3"])
    #expect(entries("\u{FEFF}a.mp3") == ["a.mp3"])
  }

  @Test func anHLSPlaylistIsNotAListOfFiles() {
    #expect(entries("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n") == nil)
    #expect(entries("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n") == nil)
  }

  @Test func numberedEntriesAreSortedByNumber() {
    #expect(
      entries(
        "\u{FEFF}[Playlist]\r\nFile10=c.mp3\r\nfile2 = sub/b c.ogg \r\nTitle2=A = B\r\n"
          + "Length2=-1\r\nFile1=a.mp3\r\nTitle3=of none\r\nNumberOfEntries=3\r\nVersion=2\r\n")
        == ["a.mp3", "sub/b c.ogg (A = B)", "c.mp3"])
    #expect(entries("[playlist]\nFile=a\nFilex=b\nFile1=\n; a comment\n") == [])
  }

  @Test func namesAreArbitraryBytes() {
    let playlist = ListFile([0x61, 0xE9, 0x2E, 0x6F, 0x67, 0x67, 0x0A])
    #expect(playlist?.entries.map(\.location) == [[0x61, 0xE9, 0x2E, 0x6F, 0x67, 0x67]])
  }

  @Test(arguments: [
    ("a.m3u", true), ("A.M3U8", true), (".m3u", true), ("m3u8", false), ("a.m3u.mp3", false),
    ("", false), ("radio.PLS", true), ("pls", false),
  ])
  func playlistsAreRecognizedByTheirFileExtension(name: String, isPlaylist: Bool) {
    #expect(ListFile.isName(name.utf8) == isPlaylist)
  }

  /// The command `loadlist` of mpv: the name of a list may be any, and other files are refused.
  @Test func aFileThatIsAskedForAsAListIsOneOrRefused() throws {
    let folder = try TemporaryDirectory()
    func entries(_ name: String, _ text: String?) -> String {
      let path = folder.path(name)
      if let text { try? Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
      do throws(FileFailure) {
        return try ListFileExpansion.entries(ofList: path, access: MediaAccess())
          .map { String($0.argument.dropFirst(folder.path("x").count - 1)) }.joined(separator: " ")
      } catch {
        return String(error.message.dropFirst(path.count))
      }
    }
    #expect(entries("a.m3u", "a.mp3\nb.mp3\n") == "a.mp3 b.mp3")
    #expect(entries("list", "#EXTM3U\na.mp3\n") == "a.mp3")
    #expect(entries("film.mp4", "\0\0\0ftyp") == ": not a playlist: contains null bytes")
    #expect(entries("hls.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:4\na.ts\n") == ": not a playlist")
    #expect(entries("empty.m3u", "") == ": empty playlist")
    #expect(entries("missing.m3u", nil) == ": No such file or directory")
  }
}
