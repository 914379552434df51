import PlayheadLocking
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore

/// What a player learns of a packet, and in which order.
@Suite struct MediaReaderTests {
  private final class Listener: ReadingPlayer {
    let calls = Locked<[String]>([])
    let clock: any HostClock = ManualHostClock()
    var needsPayloads: Bool { true }

    func nextReadingStep() -> ReadingStep {
      calls.withLock { $0.isEmpty ? .open : .read(generation: 1) }
    }
    func opened(_ info: MediaInfo) { calls.withLock { $0.append("opened") } }
    func openingFailed(_ error: MediaError) {}
    func readingFailed(_ error: MediaError, _ placed: PlacedPackets, generation: Int) {}
    func makeDecoders(of source: any MediaSource) -> (any DecodingSource)? {
      source as? any DecodingSource
    }
    func listen(
      to read: MediaRead, _ payload: (any EncodedPacket)?, generation: Int
    ) -> HeardPacket {
      calls.withLock { $0.append("listen") }
      return .ignored
    }
    func read(_ read: MediaRead, _ placed: PlacedPackets, generation: Int) {
      calls.withLock { $0.append("read") }
    }
    func decode(
      _ read: MediaRead, _ placed: PlacedPackets, _ payload: (any EncodedPacket)?,
      _ heard: HeardPacket, generation: Int
    ) {
      calls.withLock { $0.append("decode") }
    }
  }

  /// Sound that is missing before the end of what was read is silence, even if its packet lasts a second or more.
  @Test func aPacketIsHeardBeforeItsEndIsKnown() {
    let reader = MediaReader<Listener>(
      opener: FakeMedia(frameCount: 1), interruption: Interruption())
    let listener = Listener()
    for _ in 0..<2 { _ = reader.step { listener } }
    #expect(listener.calls.withLock { $0 } == ["opened", "listen", "read", "decode"])
  }
}
