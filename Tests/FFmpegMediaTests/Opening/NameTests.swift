import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

private func path(_ name: String) -> ParsedLocation { .path(Array(name.utf8)) }

/// The interpretation of a source's name.
@Suite struct NameTests {
  @Test(arguments: [
    ("-", ParsedLocation.descriptor(0)),
    ("pipe:", .descriptor(0)),
    ("pipe:7", .descriptor(7)),
    ("pipe:abc", path("pipe:abc")),
    ("pipe:-1", path("pipe:-1")),
    ("pipe:99999999999", path("pipe:99999999999")),
    ("./-", path("./-")),
    ("a.mp4", path("a.mp4")),
    ("12:30 news.mp4", path("12:30 news.mp4")),
    ("file:a.mp4", path("a.mp4")),
    ("file:///srv/a.mp4", path("/srv/a.mp4")),
    ("http://example.org/a.mp4", .url("http://example.org/a.mp4")),
    ("rtsp://example.org/a", .url("rtsp://example.org/a")),
    ("gopher2://example.org/a", .url("gopher2://example.org/a")),
    ("", path("")),
    (":", path(":")),
  ])
  func namesAreParsedAsPathsDescriptorsOrURLs(_ name: String, _ location: ParsedLocation) {
    #expect(ParsedLocation(name: Array(name.utf8)) == location)
  }

  @Test(arguments: [
    ("file:a%20b.mp4", "a%20b.mp4"), ("File:a.mp4", "a.mp4"),
    ("file:///srv/a%20b%C3%a4%zz%00%+1%.mp4", "/srv/a bä%zz%00%+1%.mp4"),
    ("FILE://localhost/srv/a%2Fb.mp4", "/srv/a/b.mp4"),
  ])
  func theURLOfAFileIsItsPathWithoutEscapes(_ name: String, _ expected: String) {
    #expect(ParsedLocation(name: Array(name.utf8)) == path(expected))
  }

  @Test func theCaseOfASchemeDoesNotMatter() {
    #expect(ParsedLocation(name: Array("PIPE:7".utf8)) == .descriptor(7))
    #expect(
      ParsedLocation(name: Array("HTTP://example.org/A%20b.mp4".utf8))
        == .url("http://example.org/A%20b.mp4"))
  }

  @Test func aFileWhoseNameLooksLikeAURLIsOpened() throws {
    let directory = try TemporaryDirectory()
    let bytes = try Repository.sampleBytes("mediafile-cbr.mp3")
    for name in ["a:b", "http:a.mp3", "data:,a"] {
      let path = try directory.write(bytes, to: name)
      #expect(ParsedLocation(name: Array(path.utf8)) == .path(Array(path.utf8)))
      let source = try LocatedMedia(path: path).open(interruption: Interruption())
      #expect(source.info.container == "mp3")
    }
  }
}
