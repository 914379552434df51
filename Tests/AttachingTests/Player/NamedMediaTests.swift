import PlayheadAttaching
import PlayheadMedia
import Testing

/// The media named by another player that may be opened.
@Suite struct NamedMediaTests {
  private func media(_ location: String, in directory: String? = "/music") -> String {
    media(NamedMedia(location, in: directory))
  }

  private func media(_ named: NamedMedia) -> String {
    switch named {
    case .file(let path): "file " + ExactText.text(of: path)
    case .url(let url): "url " + url
    case .refused: "refused"
    }
  }

  @Test(
    arguments: [
      ("/a/b c.mp4", "file /a/b c.mp4"), ("/a/100%25.mp4", "file /a/100%25.mp4"),
      ("file:///a/b%20c.mp4", "file /a/b c.mp4"), ("FILE://localhost/a", "file /a"),
      ("file://%2Fa", "file /a"),
      ("a/b.flac", "file /music/a/b.flac"), ("../x", "file /music/../x"), ("-", "file /music/-"),
      ("concat:/etc/a|/etc/b", "file /music/concat:/etc/a|/etc/b"), ("fd:3", "file /music/fd:3"),
      ("file:a", "file /music/file:a"), ("1://a", "refused"),
      ("http://host/a?b=c", "url http://host/a?b=c"), ("HTTPS://host/a", "url https://host/a"),
    ])
  func filesAndURLsOfHTTPMayBeOpened(location: String, expected: String) {
    #expect(media(location) == expected)
  }

  @Test(
    arguments: [
      "file://host/a", "file://", "http://", "http://host/a\r\nX: y", "https://host/a b", "dvd://1",
      "fd://3", "fdclose://3", "av://lavfi:testsrc", "lavf://file:/etc/passwd", "ftp://host/a",
      "concat+http://host/a", "cache:http://host", "edl://a,0,1", "memory://x", "-://x",
      "smb://host/a", "cdda:///dev/sr0",
    ])
  func nothingElseMayBeOpened(location: String) {
    #expect(media(location, in: nil) == "refused")
  }

  @Test(
    arguments: [
      ("a/b.flac", "file /music/a/b.flac"), ("/music/a", "file /music/a"),
      ("file:///music/a", "file /music/a"), ("a/../b", "file /music/b"),
      ("./a//b", "file /music/a/b"), ("../x", "refused"), ("a/../../x", "refused"),
      ("/etc/passwd", "refused"), ("/musical", "refused"), ("/music/../x", "refused"),
      ("file:///music/%2e%2e/x", "refused"), ("..", "refused"), ("../music/a", "refused"),
      ("http://host/a", "url http://host/a"), ("dvd://1", "refused"),
    ])
  func onlyFilesInTheFolderMayBeOpened(location: String, expected: String) {
    #expect(media(NamedMedia(location, within: "/music")) == expected)
    #expect(media(NamedMedia(location, within: "/music/")) == expected)
  }

  @Test(arguments: ["/a/b", "a/b"]) func allFilesAreInTheRoot(location: String) {
    #expect(media(NamedMedia(location, within: "/")) == "file /a/b")
  }

  @Test func aRelativePathNeedsAnAbsoluteDirectory() {
    #expect(media("a.mp3", in: nil) == "refused" && media("a.mp3", in: "music") == "refused")
    #expect(media("", in: "/music") == "file /music/")
  }

  @Test func pathsAreBytes() {
    let location = ExactText.text(of: [0x2f, 0xff])
    #expect(NamedMedia(location, in: nil) == .file([0x2f, 0xff]))
    #expect(NamedMedia("b", in: location) == .file([0x2f, 0xff, 0x2f, 0x62]))
    #expect(NamedMedia("file:///%ff", in: nil) == .file([0x2f, 0xff]))
  }
}
