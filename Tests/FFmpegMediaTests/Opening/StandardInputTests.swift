import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// Media on standard input. Each test runs in its own process, because a process has only one.
@Suite struct StandardInputTests {
  @Test func aFileOnStandardInputIsSeekable() async {
    await #expect(processExitsWith: .success) {
      let file = open(Repository.sample("bbb.mp4"), O_RDONLY)
      #expect(dup2(file, 0) == 0)
      let source = try LocatedMedia(path: "-").open(interruption: Interruption())
      #expect(source.info.name == "-")
      #expect(source.info.isSeekable)
      let packets = try source.readAll()
      #expect(packets.count == 381)
      try source.seek(to: .zero)
      #expect(try source.readAll() == packets)
    }
  }

  @Test func readingStartsAtTheDescriptorsOffsetAndKeepsIt() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let prefix = Data("before".utf8)
      let path = try directory.write(
        prefix + Repository.sampleBytes("bbb.mp4"), to: "late.mp4")
      let file = open(path, O_RDONLY)
      #expect(dup2(file, 0) == 0)
      #expect(lseek(0, off_t(prefix.count), SEEK_SET) == prefix.count)
      for _ in 1...2 {
        let source = try LocatedMedia(path: "-").open(interruption: Interruption())
        #expect(try source.readAll() == SampleMedia.open("bbb.mp4").readAll())
        #expect(lseek(0, 0, SEEK_CUR) == prefix.count)
      }
    }
  }

  /// Other processes may share the pipe, so its flags must not change.
  @Test func aPipeOnStandardInputStaysBlocking() async {
    await #expect(processExitsWith: .success) {
      let pipe = try BytePipe()
      #expect(dup2(pipe.readEnd, 0) == 0)
      pipe.write(try Repository.sampleBytes("bbb_small.mp4"))
      let source = try LocatedMedia(path: "-").open(interruption: Interruption())
      #expect(!source.info.isSeekable)
      #expect(try source.readAll().count == 382)
      #expect(fcntl(0, F_GETFL) & O_NONBLOCK == 0)
    }
  }

  @Test func aDirectoryOnStandardInputIsReported() async {
    await #expect(processExitsWith: .success) {
      let directory = open("/", O_RDONLY)
      #expect(dup2(directory, 0) == 0)
      let error = #expect(throws: MediaError.self) {
        _ = try LocatedMedia(path: "-").open(interruption: Interruption())
      }
      #expect(error?.reason == .isDirectory)
    }
  }
}
