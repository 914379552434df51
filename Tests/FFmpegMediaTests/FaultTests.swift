import FFmpegMedia
import Foundation
import Media
import Testing
import Timekeeping

/// What goes wrong around a medium is told, and hangs nothing.
@Suite struct FaultTests {
  private static let files = [
    "bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv", "mediafile.opus",
  ]
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func open(_ path: String) throws -> any MediaSource {
    try FFmpegOpener(path: path).open(interruption: Interruption())
  }

  /// What was there is read, and then the error, not an end.
  @Test(arguments: ["bbb_start3600.ts", "coffee_vbr_art.mp3", "bbb.mp4"])
  func truncatedWhileItIsRead(_ file: String) throws {
    let bytes = try SampleMedia.bytes(of: file)
    let path = try directory.write(bytes, to: "medium")
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

  /// Another file of the same name is another file.
  @Test(arguments: files) func replacedWhileItIsRead(_ file: String) throws {
    let bytes = try SampleMedia.bytes(of: file)
    let path = try directory.write(bytes, to: "medium")
    let source = try open(path)
    _ = try source.readPacket()
    let other = try directory.write(Data("something else".utf8), to: "other")
    #expect(rename(other, path) == 0)
    let expected = try SampleMedia.open(file).readAll().count
    #expect(try source.readAll().count == expected - 1)
    try source.seek(to: source.info.presentationStart ?? .zero)
    #expect(try source.readAll().count == expected)
  }

  @Test(arguments: files) func deletedWhileItIsRead(_ file: String) throws {
    let path = try directory.write(SampleMedia.bytes(of: file), to: "medium")
    let source = try open(path)
    unlink(path)
    let expected = try SampleMedia.open(file).readAll().count
    #expect(try source.readAll().count == expected)
  }

  /// Once there are descriptors again all is as before.
  @Test func descriptorsUsedUp() async {
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
      // What is open needs no more of them.
      #expect(try open.readAll().count == 382)
      try open.seek(to: .zero)
      #expect(try open.readAll().count == 382)
      // Enough to open it, and not to wait for it.
      if let last = taken.popLast() { close(last) }
      let second = #expect(throws: MediaError.self) {
        try FFmpegOpener(path: path).open(interruption: Interruption())
      }
      #expect(second?.detail == "Too many open files")
      for descriptor in taken { close(descriptor) }
      #expect(try SampleMedia.open("bbb_small.mp4").readAll().count == 382)
    }
  }

  // MARK: Names

  @Test func nameThatIsNotText() throws {
    let name = Array(directory.path.utf8) + Array("/caf".utf8) + [0xe9, 0xff] + Array(".ts".utf8)
    let bytes = try SampleMedia.bytes(of: "bbb_start3600.ts")
    let descriptor = (name.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
      Foundation.open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600)
    }
    BytePipe.write(bytes, to: descriptor)
    close(descriptor)
    let opener = FFmpegOpener(pathBytes: name)
    #expect(opener.name == "\(directory.path)/caf\u{fffd}\u{fffd}.ts")
    let expected = try SampleMedia.open("bbb_start3600.ts").readAll()
    let source = try opener.open(interruption: Interruption())
    #expect(source.info.name == opener.name)
    #expect(try source.readAll() == expected)
    let error = #expect(throws: MediaError.self) { try open(opener.name) }
    #expect(error?.reason == .notFound)
  }

  @Test func nameThatBeginsAsAPipes() throws {
    let error = #expect(throws: MediaError.self) { try open("pipe:abc") }
    #expect(error?.reason == .notFound)
  }
}
