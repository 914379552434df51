import Dispatch
import Foundation
import PlayheadMedia
import PlayheadCore
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadFFmpeg

/// Calls that neither FFmpeg nor the kernel can interrupt are abandoned: the caller returns, and
/// the blocked thread stays behind. If a test hangs, its time limit fails it.
@Suite struct AbandonmentTests {
  /// Seconds until a test fails; longer than a loaded machine needs.
  private static let patience = 20

  private let interruption = Interruption()
  private let block = Block()

  private func open(blockingIn operation: MediaError.Operation) throws -> any DecodingSource {
    try Self.open(blockingIn: operation, block, interruption: interruption)
  }

  private static func open(
    blockingIn operation: MediaError.Operation, _ block: Block, interruption: Interruption
  ) throws(MediaError) -> any DecodingSource {
    try AbandonableSource(
      AbandonableMedia("slow", interruption: interruption) { () throws(MediaError) in
        if operation == .open { block.hold() }
        return BlockedSource(block, in: operation)
      })
  }

  private func expectInterrupted(
    _ operation: MediaError.Operation, _ body: () throws -> Void
  ) {
    let error = #expect(throws: MediaError.self) { try body() }
    #expect(error?.operation == operation)
    #expect(error?.reason == .interrupted)
  }

  /// Interrupts from another thread once the source blocks.
  private func interruptLater() {
    Thread.detachNewThread { [interruption, block] in
      block.hasBegun.wait()
      interruption.interrupt()
    }
  }

  /// Releases the block, and expects that the media thread closes the source, not the caller.
  private func expectClosedOnItsThread() {
    #expect(block.closer.value == nil)
    block.end()
    #expect(block.closed.wait(timeout: .now() + .seconds(Self.patience)) == .success)
    #expect(block.closer.value == "playhead-media")
  }

  @Test func openingReturnsWhileTheSourceIsBlocked() throws {
    interruptLater()
    expectInterrupted(.open) { _ = try open(blockingIn: .open) }
    expectClosedOnItsThread()
  }

  @Test func readingReturnsWhileTheSourceIsBlocked() throws {
    let source = try open(blockingIn: .read)
    interruptLater()
    expectInterrupted(.read) { _ = try source.read() }
    // The blocked thread owns the source now; no other thread may use it.
    #expect(source.takePayload() == nil && source.makeDecoder(ofTrack: 0) == nil)
    expectInterrupted(.read) { _ = try source.read() }
    expectInterrupted(.seek) { try source.seek(to: .zero) }
    #expect(source.info.name == "slow")
    expectClosedOnItsThread()
  }

  @Test func seekingReturnsWhileTheSourceIsBlocked() throws {
    let source = try open(blockingIn: .seek)
    interruptLater()
    expectInterrupted(.seek) { try source.seek(to: .zero) }
    expectClosedOnItsThread()
  }

  /// A server that does not respond when a file is closed must not block the caller.
  @Test func sourcesAreClosedOnTheMediaThread() throws {
    var source: (any DecodingSource)? = try open(blockingIn: .decode)
    #expect(try source?.read() == .endOfMedia)
    try source?.seek(to: .zero)
    source = nil
    #expect(block.closed.wait(timeout: .now() + .seconds(Self.patience)) == .success)
    #expect(block.closer.value == "playhead-media")
  }

  @Test func frameReadingReturnsWhileTheSourceIsBlocked() throws {
    let frames = try DecodedSource(
      open(blockingIn: .read), tracks: nil, interruption: interruption)
    interruptLater()
    expectInterrupted(.read) { _ = try frames.read() }
    expectClosedOnItsThread()
  }

  @Test func anIdleSourceCanBeHandedOver() throws {
    let media = try AbandonableMedia("slow", interruption: interruption) { [block] in
      BlockedSource(block, in: .decode)
    }
    #expect(media.surrender { _ in false } == nil)
    let source = media.surrender { _ in true }
    #expect(source != nil && media.source == nil)
  }

  /// A closed player is released with all its routines while its source is still blocked.
  @Test(arguments: [MediaError.Operation.open, .read])
  func aClosedPlayerIsReleasedWhileItsSourceIsBlocked(_ operation: MediaError.Operation) {
    let ended = DispatchSemaphore(value: 0)
    let media = BlockedMedia { [block] interruption throws(MediaError) in
      defer { if interruption.isInterrupted { ended.signal() } }
      let source = try Self.open(blockingIn: operation, block, interruption: interruption)
      return WatchedEnd(source, ended)
    }
    var player: Player? = Player(media: media)
    weak let remainder = player
    player?.play()
    block.hasBegun.wait()
    player?.close()
    player = nil
    // The reading worker has returned; the source is still blocked.
    #expect(ended.wait(timeout: .now() + .seconds(Self.patience)) == .success)
    while remainder != nil { sched_yield() }
    expectClosedOnItsThread()
  }

  /// FFmpeg's own file protocol blocks in `open` until a FIFO has a writer, and never checks for an
  /// interruption.
  @Test func filesThatFFmpegOpensItselfAreAbandoned() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.makeFIFO("live.ts")
    Thread.detachNewThread { [interruption] in interruption.interrupt() }
    expectInterrupted(.open) {
      _ = try LocatedMedia(path: "cache:\(path)").open(interruption: interruption)
    }
    expectInterrupted(.open) {
      _ = try LocatedMedia(path: "cache:\(path)").open(
        for: .report(.whole), interruption: interruption)
    }
    // Opening the FIFO for reading and writing does not block, and releases the abandoned thread.
    withExtendedLifetime((directory, Foundation.open(path, O_RDWR))) {}
  }
}

/// Blocks a thread until the test releases it.
private final class Block: Sendable {
  let hasBegun = DispatchSemaphore(value: 0)
  /// Signaled when the source is closed.
  let closed = DispatchSemaphore(value: 0)
  /// The name of the thread that closed the source.
  let closer = ThreadName()
  private let mayEnd = DispatchSemaphore(value: 0)

  func hold() {
    hasBegun.signal()
    mayEnd.wait()
  }

  func end() {
    mayEnd.signal()
  }

  func close() {
    closer.note()
    closed.signal()
  }
}

/// Unchecked because the lock guards its only variable.
private final class ThreadName: @unchecked Sendable {
  private let lock = NSLock()
  private var name: String?

  var value: String? { lock.withLock { name } }

  func note() {
    let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
    lock.withLock { name = text?.trimmingCharacters(in: .newlines) }
  }
}

/// A source that blocks in the method of one operation, or in none if that is `decode`.
private final class BlockedSource: DecodingSource {
  let info: MediaInfo = {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    track.startTicks = 0
    return MediaInfo(name: "slow", container: "fake", tracks: [track], isSeekable: true)
  }()
  private let block: Block
  private let operation: MediaError.Operation

  init(_ block: Block, in operation: MediaError.Operation) {
    self.block = block
    self.operation = operation
  }

  deinit {
    block.close()
  }

  func read() -> MediaRead {
    if operation == .read { block.hold() }
    return .endOfMedia
  }

  func seek(to time: MediaTime) {
    if operation == .seek { block.hold() }
  }

  func makeDecoder(ofTrack index: Int) -> (any MediaDecoder)? { SilentDecoder() }
  func takePayload() -> (any EncodedPacket)? { nil }
}

/// A decoder without frames.
private final class SilentDecoder: MediaDecoder {
  let damagedPacketCount = 0
  var leavesOutUnreferenced = false

  func send(_ packet: any EncodedPacket) {}
  func finish() {}
  func receive() -> DecodedFrame? { nil }
  func reset() {}

  func makeAudioConverter(to format: AudioFormat) throws(MediaError) -> any AudioConverter {
    throw MediaError(.decode, of: "slow", reason: .unsupported)
  }
}

private struct BlockedMedia: MediaOpener {
  let name = "slow"
  let body: @Sendable (Interruption) throws(MediaError) -> any MediaSource

  init(
    _ body: @escaping @Sendable (Interruption) throws(MediaError) -> any MediaSource
  ) {
    self.body = body
  }

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try body(interruption)
  }
}

/// Signals `ended` when its reader releases it.
private final class WatchedEnd: MediaSource {
  private let source: any MediaSource
  private let ended: DispatchSemaphore

  init(_ source: any MediaSource, _ ended: DispatchSemaphore) {
    self.source = source
    self.ended = ended
  }

  deinit {
    ended.signal()
  }

  var info: MediaInfo { source.info }
  func read() throws(MediaError) -> MediaRead { try source.read() }
  func seek(to time: MediaTime) throws(MediaError) { try source.seek(to: time) }
}
