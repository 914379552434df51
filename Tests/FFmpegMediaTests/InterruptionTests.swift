import FFmpegMedia
import Foundation
import Media
import Testing

/// Whatever blocks is cut short from another thread. These tests end, or the time limit fails them.
@Suite struct InterruptionTests {
  private let interruption = Interruption()

  private func expectInterrupted(
    _ operation: MediaError.Operation, _ body: () throws -> Void
  ) {
    let error = #expect(throws: MediaError.self) { try body() }
    #expect(error?.operation == operation)
    #expect(error?.reason == .interrupted)
  }

  @Test func openingAFIFOWithoutAWriter() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.makeFIFO("live.ts")
    Thread.detachNewThread { [interruption] in interruption.interrupt() }
    expectInterrupted(.open) {
      _ = try FFmpegOpener(path: path).open(interruption: interruption)
    }
  }

  /// A writer can open it without waiting only once the reader has: then it is being waited for.
  @Test func openingAFIFOWhoseWriterIsSilent() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.makeFIFO("live.ts")
    Thread.detachNewThread { [interruption] in
      var descriptor: Int32 = -1
      while descriptor < 0 { descriptor = open(path, O_WRONLY | O_NONBLOCK) }
      interruption.interrupt()
      // Left open: that the writer goes must not be what ends it.
    }
    expectInterrupted(.open) {
      _ = try FFmpegOpener(path: path).open(interruption: interruption)
    }
  }

  @Test func readingAPipe() throws {
    let pipe = try BytePipe()
    pipe.write(try SampleMedia.bytes(of: "pygame-house_lo.wav"), thenCloses: false)
    let source = try pipe.opener.open(interruption: interruption)
    Thread.detachNewThread { [interruption] in
      pipe.waitUntilDrained()
      interruption.interrupt()
    }
    expectInterrupted(.read) { _ = try source.readAll() }
    expectInterrupted(.read) { _ = try source.readPacket() }
  }

  @Test func openingAPipeAfterTheInterruption() throws {
    let pipe = try BytePipe()
    interruption.interrupt()
    expectInterrupted(.open) { _ = try pipe.opener.open(interruption: interruption) }
  }

  @Test func fileAfterTheInterruption() throws {
    let opener = FFmpegOpener(path: SampleMedia.path("bbb.mp4"))
    let source = try opener.open(interruption: interruption)
    interruption.interrupt()
    expectInterrupted(.read) { _ = try source.readAll() }
    expectInterrupted(.seek) { try source.seek(to: .seconds(4)) }
    expectInterrupted(.open) { _ = try opener.open(interruption: interruption) }
  }

  @Test func serverThatDoesNotAnswer() throws {
    let server = try LoopbackListener()
    let opener = FFmpegOpener(path: "http://127.0.0.1:\(server.port)/a.mp4")
    Thread.detachNewThread { [interruption] in
      while server.acceptConnection() == nil { sched_yield() }
      interruption.interrupt()
    }
    expectInterrupted(.open) { _ = try opener.open(interruption: interruption) }
  }
}
