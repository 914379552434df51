import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Trouble with a file, its name or descriptors is reported and never hangs.
@Suite struct FileErrorTests {
  private static let files = [
    "bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv", "mediafile.opus",
  ]
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func open(_ path: String) throws -> any MediaSource {
    try LocatedMedia(path: path).open(interruption: Interruption())
  }

  /// The remaining packets are read, and then an error is thrown instead of the end of media.
  @Test(arguments: ["bbb_start3600.ts", "coffee_vbr_art.mp3", "bbb.mp4"])
  func aFileTruncatedWhileReadingFails(_ file: String) throws {
    let bytes = try Repository.sampleBytes(file)
    let path = try directory.write(bytes, to: "film")
    let source = try open(path)
    var count = 0
    let error = #expect(throws: MediaError.self) {
      while try source.readPacket() != nil {
        count += 1
        if count == 5 { truncate(path, off_t(bytes.count / 2)) }
      }
    }
    #expect(error?.reason == .truncated)
    #expect(count > 5)
  }

  /// A new file of the same name does not affect the open one.
  @Test(arguments: files) func aFileReplacedWhileReadingIsReadToItsEnd(_ file: String) throws {
    let bytes = try Repository.sampleBytes(file)
    let path = try directory.write(bytes, to: "film")
    let source = try open(path)
    _ = try source.readPacket()
    let other = try directory.write(Data("something else".utf8), to: "other")
    #expect(rename(other, path) == 0)
    let expected = try SampleMedia.open(file).readAll().count
    #expect(try source.readAll().count == expected - 1)
    try source.seek(to: source.info.presentationStart ?? .zero)
    #expect(try source.readAll().count == expected)
  }

  @Test(arguments: files) func aFileDeletedWhileReadingIsReadToItsEnd(_ file: String) throws {
    let path = try directory.write(Repository.sampleBytes(file), to: "film")
    let source = try open(path)
    unlink(path)
    let expected = try SampleMedia.open(file).readAll().count
    #expect(try source.readAll().count == expected)
  }

  /// Opening works again once descriptors are available.
  @Test func runningOutOfDescriptorsIsReported() async {
    await #expect(processExitsWith: .success) {
      let open = try SampleMedia.open("bbb_small.mp4")
      let fifo = try TemporaryDirectory()
      let path = try fifo.makeFIFO("live.ts")
      var taken: [Int32] = []
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      while case let descriptor = dup(1), descriptor >= 0 { taken.append(descriptor) }
      #expect(!taken.isEmpty)
      let error = #expect(throws: MediaError.self) { try SampleMedia.open("bbb_small.mp4") }
      #expect(error?.operation == .open && error?.detail == "Too many open files")
      // An open source needs no further descriptors.
      #expect(try open.readAll().count == 382)
      try open.seek(to: .zero)
      #expect(try open.readAll().count == 382)
      // One descriptor is enough to open the FIFO, but not to wait for its writer.
      if let last = taken.popLast() { close(last) }
      let second = #expect(throws: MediaError.self) {
        try LocatedMedia(path: path).open(interruption: Interruption())
      }
      #expect(second?.detail == "Too many open files")
      for descriptor in taken { close(descriptor) }
      #expect(try SampleMedia.open("bbb_small.mp4").readAll().count == 382)
    }
  }

  // MARK: Names

  @Test func aNameThatIsNotUTF8IsOpened() throws {
    let name = Array(directory.path.utf8) + Array("/caf".utf8) + [0xe9, 0xff] + Array(".ts".utf8)
    let bytes = try Repository.sampleBytes("bbb_start3600.ts")
    let descriptor = (name.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
      Foundation.open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600)
    }
    BytePipe.write(bytes, to: descriptor)
    close(descriptor)
    let opener = LocatedMedia(pathBytes: name)
    #expect(opener.name == "\(directory.path)/caf\u{fffd}\u{fffd}.ts")
    let expected = try SampleMedia.open("bbb_start3600.ts").readAll()
    let source = try opener.open(interruption: Interruption())
    #expect(source.info.name == opener.name)
    #expect(try source.readAll() == expected)
    let error = #expect(throws: MediaError.self) { try open(opener.name) }
    #expect(error?.reason == .notFound)
  }

  @Test func aNameThatBeginsLikeAPipeIsAFileName() throws {
    let error = #expect(throws: MediaError.self) { try open("pipe:abc") }
    #expect(error?.reason == .notFound)
  }
}
