import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// Each reason why a source cannot be opened has its own error.
@Suite struct OpeningErrorTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func failure(_ path: String) throws -> MediaError {
    let error = try #require(throws: MediaError.self) {
      _ = try LocatedMedia(path: path).open(interruption: Interruption())
    }
    #expect(error.operation == .open)
    #expect(error.name == path)
    #expect(!error.description.contains("\n"))
    return error
  }

  @Test func aMissingFileIsNotFound() throws {
    let path = directory.path("missing.mp4")
    let error = try failure(path)
    #expect(error.reason == .notFound)
    #expect(error.description == "\(path): No such file or directory")
    #expect(try failure(directory.path("no:scheme")).reason == .notFound)
    #expect(try failure("").reason == .notFound)
    #expect(try failure("\(Repository.sample("bbb.mp4"))\0").reason == .notFound)
    #expect(try failure("\(Repository.sample("bbb.mp4"))/below").reason == .notFound)
  }

  @Test func aMisspelledProtocolSuggestsTheNearest() throws {
    for (written, meant) in [("htps", "https"), ("hhtp", "http"), ("fil", "file")] {
      #expect(
        try failure("\(written)://host/a.mp4").description.contains("did you mean '\(meant)'?"))
    }
    #expect(try !failure("nonsense://host/a.mp4").description.contains("did you mean"))
  }

  @Test func aDirectoryIsReportedAsADirectory() throws {
    #expect(try failure(directory.path).reason == .isDirectory)
  }

  @Test func anEmptyFileIsReportedAsEmpty() throws {
    #expect(try failure(directory.write(Data(), to: "empty.flac")).reason == .isEmpty)
  }

  @Test(arguments: ["text.mp4", "text.txt", "text.flac", "text.mp3", "text"])
  func textIsNotMedia(_ name: String) throws {
    let text = Data(String(repeating: "Once upon a time there was a file. ", count: 100).utf8)
    #expect(try failure(directory.write(text, to: name)).reason == .notMedia)
  }

  @Test func zeroBytesAreNotMedia() throws {
    #expect(try failure(directory.write(Data(count: 70_000), to: "zero.mp3")).reason == .notMedia)
  }

  @Test func anMP4FileWithoutItsIndexIsDamaged() throws {
    let beginning = try Repository.sampleBytes("bbb.mp4").prefix(500_000)
    let error = try failure(directory.write(beginning, to: "cut.mp4"))
    #expect(error.reason == .damaged)
    #expect(try #require(error.detail).hasSuffix("moov atom not found"))
    #expect(error.code != 0)
  }

  /// The demuxer returns the code of EPERM.
  @Test func aCutHeaderOfGXFIsDamaged() throws {
    let file = try Data(
      contentsOf: URL(filePath: Repository.path("Tests/Fixtures/media/fields/packets.gxf")))
    #expect(try failure(directory.write(file.prefix(100), to: "cut.gxf")).reason == .damaged)
    let server = try MediaServer(file.prefix(100))
    #expect(try failure(server.url("cut.gxf")).reason == .damaged)
  }

  @Test func anUnknownProtocolIsUnsupported() throws {
    #expect(try failure("gopher2://example.org/a.mp4").reason == .unsupported)
  }

  @Test func aClosedDescriptorIsReported() throws {
    let error = try failure("pipe:987654")
    #expect(error.reason == .other)
    #expect(error.detail == "Bad file descriptor")
  }

  /// Root may read every file, so the process becomes `nobody` while it opens this one.
  @Test func aFileWithoutReadPermissionIsReported() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = try directory.write(Data([1, 2, 3]), to: "locked.mp4")
      chmod(path, 0o000)
      let isRoot = geteuid() == 0
      if isRoot { #expect(seteuid(65_534) == 0) }
      let error = #expect(throws: MediaError.self) {
        _ = try LocatedMedia(path: path).open(interruption: Interruption())
      }
      if isRoot { #expect(seteuid(0) == 0) }
      #expect(error?.reason == .noPermission)
      #expect(error?.detail == nil)
    }
  }

  @Test func openingALocalPlaylistDoesNotReachTheNetwork() throws {
    let server = try LoopbackListener()
    let playlist = """
      #EXTM3U
      #EXT-X-TARGETDURATION:5
      #EXTINF:5,
      http://127.0.0.1:\(server.port)/a.ts
      #EXT-X-ENDLIST

      """
    _ = try failure(directory.write(Data(playlist.utf8), to: "list.m3u8"))
    #expect(!server.hasBeenCalled)
  }
}
