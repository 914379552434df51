import Foundation
import Media
import Testing

@testable import FFmpegMedia

/// What a name stands for.
@Suite struct NameTests {
  @Test(arguments: [
    ("-", MediaLocation.descriptor(0)),
    ("pipe:", .descriptor(0)),
    ("pipe:7", .descriptor(7)),
    ("./-", .path("./-")),
    ("a.mp4", .path("a.mp4")),
    ("12:30 news.mp4", .path("12:30 news.mp4")),
    ("file:a.mp4", .path("a.mp4")),
    ("file:///srv/a.mp4", .path("///srv/a.mp4")),
    ("http://example.org/a.mp4", .url("http://example.org/a.mp4")),
    ("rtsp://example.org/a", .url("rtsp://example.org/a")),
    ("gopher2://example.org/a", .url("gopher2://example.org/a")),
    ("", .path("")),
    (":", .path(":")),
  ])
  func location(_ name: String, _ location: MediaLocation) {
    #expect(MediaLocation(name: name) == location)
  }

  @Test func fileWhoseNameLooksLikeAURL() throws {
    let directory = try TemporaryDirectory()
    let bytes = try SampleMedia.bytes(of: "mediafile-cbr.mp3")
    for name in ["a:b", "http:a.mp3", "data:,a"] {
      let path = try directory.write(bytes, to: name)
      #expect(MediaLocation(name: path) == .path(path))
      let source = try FFmpegOpener(path: path).open(interruption: Interruption())
      #expect(source.info.container == "mp3")
    }
  }

  @Test func whatAMediumMayOpenBesides() {
    #expect(MediaLocation.path("a").nestedProtocols == "file,crypto,data")
    #expect(MediaLocation.descriptor(0).nestedProtocols == "crypto,data")
  }
}
