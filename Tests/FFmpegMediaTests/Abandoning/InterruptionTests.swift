import PlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

/// Blocking calls can be interrupted from another thread. If a test hangs, its time limit fails it.
@Suite struct InterruptionTests {
  private let interruption = Interruption()

  private func expectInterrupted(
    _ operation: MediaError.Operation, _ body: () throws -> Void
  ) {
    let error = #expect(throws: MediaError.self) { try body() }
    #expect(error?.operation == operation)
    #expect(error?.reason == .interrupted)
  }

  @Test func openingAFIFOWithoutAWriterCanBeInterrupted() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.makeFIFO("live.ts")
    Thread.detachNewThread { [interruption] in interruption.interrupt() }
    expectInterrupted(.open) {
      _ = try LocatedMedia(path: path).open(interruption: interruption)
    }
  }

  /// A writer can open the FIFO without blocking only once the reader has opened it. The reader
  /// then waits for data.
  @Test func openingAFIFOWithASilentWriterCanBeInterrupted() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.makeFIFO("live.ts")
    Thread.detachNewThread { [interruption] in
      var descriptor: Int32 = -1
      while descriptor < 0 { descriptor = open(path, O_WRONLY | O_NONBLOCK) }
      interruption.interrupt()
      // The descriptor stays open, because closing it would end the read as well.
    }
    expectInterrupted(.open) {
      _ = try LocatedMedia(path: path).open(interruption: interruption)
    }
  }

  @Test func readingAPipeCanBeInterrupted() throws {
    let pipe = try BytePipe()
    pipe.write(try Repository.sampleBytes("pygame-house_lo.wav"), thenCloses: false)
    let source = try pipe.opener.open(interruption: interruption)
    Thread.detachNewThread { [interruption] in
      pipe.waitUntilDrained()
      interruption.interrupt()
    }
    expectInterrupted(.read) { _ = try source.readAll() }
    expectInterrupted(.read) { _ = try source.readPacket() }
  }

  @Test func openingAPipeAfterTheInterruptionFails() throws {
    let pipe = try BytePipe()
    interruption.interrupt()
    expectInterrupted(.open) { _ = try pipe.opener.open(interruption: interruption) }
  }

  @Test func usingAFileAfterTheInterruptionFails() throws {
    let opener = LocatedMedia(path: Repository.sample("bbb.mp4"))
    let source = try opener.open(interruption: interruption)
    interruption.interrupt()
    expectInterrupted(.read) { _ = try source.readAll() }
    expectInterrupted(.seek) { try source.seek(to: .seconds(4)) }
    expectInterrupted(.open) { _ = try opener.open(interruption: interruption) }
  }

  @Test func waitingForAServerCanBeInterrupted() throws {
    let server = try LoopbackListener()
    let opener = LocatedMedia(path: "http://127.0.0.1:\(server.port)/a.mp4")
    Thread.detachNewThread { [interruption] in
      while server.acceptConnection() == nil { sched_yield() }
      interruption.interrupt()
    }
    expectInterrupted(.open) { _ = try opener.open(interruption: interruption) }
  }
}
