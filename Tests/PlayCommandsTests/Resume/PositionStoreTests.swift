import Foundation
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadArguments
@testable import PlayheadFormatting
@testable import PlayheadListFiles
@testable import PlayheadOutputs
@testable import PlayheadPlayCommands

/// Saved positions as files.
@Suite struct PositionStoreTests {
  private let folder: TemporaryDirectory
  private let store: PositionStore

  init() throws {
    folder = try TemporaryDirectory()
    store = PositionStore(directory: Array(folder.path("state/playhead").utf8))
  }

  private func position(
    _ milliseconds: Int64, of file: ResumableFile, saved: Int64 = 0
  ) -> SavedPosition {
    SavedPosition(
      file: file, position: .milliseconds(milliseconds), duration: .seconds(9),
      saved: WallTime(nanoseconds: saved))
  }

  private func file(_ name: String, size: Int64? = 1, changed: Int = 0) -> ResumableFile {
    ResumableFile(
      name: Array(name.utf8),
      version: FileVersion(
        size: size, modified: size.map { _ in timespec(tv_sec: changed, tv_nsec: 5) })
    )
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path("state/playhead"))) ?? []
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func aPositionIsReadAsItWasSaved() throws {
    let file = file("/music/a\nb \u{FFFD}.flac", changed: -1)
    #expect(store.position(of: file) == nil)
    // A third of a second has no exact number of nanoseconds; the frame there must not be missed.
    let exact = MediaTime(ticks: 1, timebase: Timebase(1, 3))
    let saved = SavedPosition(
      file: file, position: exact, duration: nil, saved: WallTime(nanoseconds: 7))
    try store.save(saved)
    let read = try #require(store.position(of: file))
    #expect(read.position == .nanoseconds(333_333_334) && read.duration == nil)
    #expect(read.saved.nanoseconds == 7 && read.file.name == file.name)
    #expect(read.isValid(for: file))
    try store.save(position(5_000, of: file))
    #expect(store.position(of: file)?.position == .seconds(5) && names.count == 1)
  }

  @Test func aChangedFileHasNoPositionButKeepsWhatWasSaved() throws {
    try store.save(position(2_000, of: file("/a", size: 1)))
    #expect(store.position(of: file("/a", size: 2)) == nil)
    #expect(store.position(of: file("/a", size: nil)) == nil)
    #expect(store.position(of: file("/a", changed: 1)) == nil)
    #expect(store.position(of: file("/a"))?.position == .seconds(2))
    try store.save(position(1_000, of: file("/a", size: 2)))
    #expect(names.count == 1)
  }

  @Test func aURLHasAPositionWithoutASize() throws {
    let file = file("https://example.org/a.mp3", size: nil)
    try store.save(position(3_000, of: file))
    #expect(store.position(of: file)?.position == .seconds(3))
  }

  @Test func onlyTheUserCanReadPositions() throws {
    try store.save(position(2_000, of: file("/a")))
    #expect(try mode(folder.path("state")) == 0o700)
    #expect(try mode(folder.path("state/playhead")) == 0o700)
    #expect(try mode(folder.path("state/playhead/\(names[0])")) == 0o600)
  }

  /// As the XDG Base Directory Specification demands.
  @Test func anExistingDirectoryKeepsItsMode() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("state/playhead"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    try store.save(position(2_000, of: file("/a")))
    #expect(try mode(folder.path("state/playhead")) == 0o755)
    #expect(try mode(folder.path("state/playhead/\(names[0])")) == 0o600)
  }

  /// A filesystem may leave such a file after a power failure: positions are not forced to the disk.
  @Test(arguments: [0, 1, 200]) func aFileOfZerosIsNoPosition(length: Int) throws {
    try store.save(position(2_000, of: file("/a")))
    try Data(count: length).write(to: URL(filePath: folder.path("state/playhead/\(names[0])")))
    #expect(store.position(of: file("/a")) == nil)
    #expect(try store.all().isEmpty)
    try store.save(position(3_000, of: file("/a")))
    #expect(store.position(of: file("/a"))?.position == .seconds(3))
  }

  @Test func whatIsIncompleteOrOfAnotherVersionIsNoPosition() throws {
    let bytes = position(2_000, of: file("/a")).bytes
    #expect(SavedPosition(bytes) != nil)
    for length in 0..<bytes.count { #expect(SavedPosition(Array(bytes[..<length])) == nil) }
    let text = String(decoding: bytes, as: UTF8.self)
    for (old, new) in [
      ("position 1", "position 2"), ("position 2000000000", "position -1"),
      ("size 1", "size x"), ("size 1", "size 99999999999999999999"), ("modified 0 5", "modified 0"),
      ("saved 0", "saved -"), ("duration", "size"),
    ] {
      #expect(SavedPosition(Array(text.replacing(old, with: new).utf8)) == nil)
    }
    try store.save(position(2_000, of: file("/a")))
    try Data("playhead".utf8).write(to: URL(filePath: folder.path("state/playhead/\(names[0])")))
    #expect(store.position(of: file("/a")) == nil)
    #expect(try store.all().isEmpty)
  }

  @Test func theOldestPositionsAboveTheLimitAreRemoved() throws {
    let store = PositionStore(directory: Array(folder.path("state/playhead").utf8), limit: 3)
    for number in 1...5 {
      try store.save(position(2_000, of: file("/\(number)"), saved: Int64(number)))
      // The order of the files' times of change, whatever the resolution of the file system is.
      for name in names {
        let path = folder.path("state/playhead/\(name)")
        let seconds = try #require(SavedPosition(Array(Data(contentsOf: URL(filePath: path)))))
          .saved.nanoseconds
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(seconds))], ofItemAtPath: path)
      }
    }
    #expect(try store.all().map(\.file.readableName) == ["/5", "/4", "/3"])
  }

  @Test func temporaryFilesOfKilledProcessesAreRemoved() throws {
    try store.save(position(2_000, of: file("/a")))
    let abandoned = folder.path("state/playhead/\(names[0]).abandoned")
    let foreign = folder.path("state/playhead/notes.txt")
    for path in [abandoned, foreign] { try Data().write(to: URL(filePath: path)) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: abandoned)
    #expect(try store.all().count == 1)
    try store.save(position(2_000, of: file("/b")))
    #expect(!FileManager.default.fileExists(atPath: abandoned))
    #expect(FileManager.default.fileExists(atPath: foreign))
    try store.removeAll()
    #expect(names == ["notes.txt"])
  }

  @Test func onlyCompletePositionsAreReadWhileProcessesSave() async throws {
    let file = file("/a")
    try store.save(position(1_000, of: file))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...4 as ClosedRange<Int64> {
        group.addTask {
          for count in 1...50 as ClosedRange<Int64> {
            try store.save(position(writer * 1_000 + count, of: file))
          }
        }
      }
      group.addTask {
        for _ in 1...200 { #expect(store.position(of: file) != nil) }
      }
      try await group.waitForAll()
    }
    #expect(names.count == 1)
  }

  @Test func theDirectoryFollowsTheSpecificationOfBaseDirectories() throws {
    func name(_ variables: [String: String]) throws -> String {
      try PositionStore.ofUser { variables[$0].map { Array($0.utf8) } }.name
    }
    #expect(try name(["HOME": "/home/a"]) == "/home/a/.local/state/playhead")
    #expect(try name(["HOME": "/home/a", "XDG_STATE_HOME": "/s"]) == "/s/playhead")
    #expect(
      try name(["HOME": "/home/a", "XDG_STATE_HOME": "s"]) == "/home/a/.local/state/playhead")
    #expect(throws: FileFailure.self) { try name(["XDG_STATE_HOME": ""]) }
    // A service of systemd may have no home.
    #expect(try name(["STATE_DIRECTORY": "/var/lib/a:/var/lib/b"]) == "/var/lib/a/playhead")
    #expect(try name(["HOME": "/home/a", "STATE_DIRECTORY": "/s"]) == "/s/playhead")
  }

  @Test func aFileIsFoundByAnyOfItsPaths() throws {
    let path = try folder.write(Data([1]), to: "film.mp4")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "film.mp4")
    let file = try #require(ResumableFile(path, MediaAccess()))
    for other in [folder.path("link"), folder.path + "/./film.mp4", "file:" + path] {
      let same = ResumableFile(other, MediaAccess())
      #expect(same?.name == file.name)
      #expect(same?.version.isSame(as: file.version) == true)
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(ResumableFile(path, MediaAccess())?.name == file.name)
    #expect(ResumableFile("-", MediaAccess()) == nil)
    #expect(ResumableFile(try folder.makeFIFO("pipe"), MediaAccess()) == nil)
  }
}
