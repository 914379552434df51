import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Media at a path that another program names.
@Suite struct NamedFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(_ path: String) throws(MediaError) -> any MediaSource {
    try LocatedMedia(regularFile: Array(path.utf8)).open(interruption: Interruption())
  }

  @Test func aRegularFileIsOpenedAlsoThroughALink() throws {
    let link = folder.path("link.mp4")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: Repository.sample("bbb.mp4"))
    for path in [Repository.sample("bbb.mp4"), link] {
      let source = try open(path)
      #expect(source.info.name == path && source.info.tracks.count == 2)
    }
  }

  @Test func nothingElseIsOpened() throws {
    let fifo = try folder.makeFIFO("fifo.ts")
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fifo)
    let kernel = ["/proc/self/environ", "/proc/kmsg", "/sys/kernel/uevent_seqnum"]
      .filter(FileManager.default.fileExists)
    #expect(!kernel.isEmpty)
    for path in [fifo, link, "/dev/null", "/dev/zero", "/dev/tty"] + kernel {
      let error = #expect(throws: MediaError.self) { try open(path) }
      #expect(error?.description == "\(path): not a regular file")
    }
    #expect(throws: MediaError(.open, of: folder.path(""), reason: .isDirectory)) {
      try open(folder.path(""))
    }
    let error = #expect(throws: MediaError.self) { try open(folder.path("none")) }
    #expect(error?.reason == .notFound)
  }

  @Test func aPlaylistRefersToNothingOutsideItsDirectory() throws {
    let outside = Repository.sample("bbb_start3600.ts")
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n\(outside)\n#EXT-X-ENDLIST\n"
    let path = try folder.write(Data(text.utf8), to: "list.m3u8")
    let error = #expect(throws: MediaError.self) { try open(path) }
    #expect(error?.reason == .forbiddenReference)
  }
}
