import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// Every descriptor that a source opens is closed.
@Suite struct OwnershipTests {
  private static func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  private static let roundCount = 200
  /// The number of descriptors that the process itself may open on first use, as for a timer or an
  /// event queue.
  private static let greatestGrowth = 10

  /// Runs in its own process, where no other code opens files at the same time.
  @Test func descriptorsAreClosed() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let text = try directory.write(Data("no media".utf8), to: "text.mp4")
      let fifo = try directory.makeFIFO("live.ts")
      // One interruption for all, because it outlives the sources.
      let interruption = Interruption()
      let interrupted = Interruption()
      interrupted.interrupt()
      let before = try Self.descriptorCount()
      for _ in 1...Self.roundCount {
        let file = LocatedMedia(path: Repository.sample("mediafile-cbr.mp3"))
        let source = try file.open(interruption: interruption)
        _ = try source.readPacket()
        try source.seek(to: .milliseconds(500))
        #expect(throws: MediaError.self) {
          try LocatedMedia(path: text).open(interruption: interruption)
        }
        #expect(throws: MediaError.self) {
          try LocatedMedia(path: fifo).open(interruption: interrupted)
        }
      }
      #expect(try Self.descriptorCount() <= before + Self.greatestGrowth)
    }
  }

  @Test func pipeDescriptorsAreClosed() async {
    await #expect(processExitsWith: .success) {
      let bytes = try Repository.sampleBytes("mediafile-cbr.mp3")
      let interruption = Interruption()
      let before = try Self.descriptorCount()
      for _ in 1...Self.roundCount {
        let pipe = try BytePipe()
        // The pipe's buffer holds all of these bytes.
        BytePipe.write(bytes, to: pipe.writeEnd)
        close(pipe.writeEnd)
        #expect(try pipe.opener.open(interruption: interruption).readAll().count == 42)
      }
      #expect(try Self.descriptorCount() <= before + Self.greatestGrowth)
    }
  }
}
