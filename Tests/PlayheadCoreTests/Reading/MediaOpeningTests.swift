import PlayheadLocking
import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The way in which a player opens its media.
@Suite struct MediaOpeningTests {
  @Test func aPlayerWithoutDecodingOpensItsMediaForTiming() {
    #expect(ways(of: .none) == [.timing])
  }

  @Test(arguments: [Decoding.video, .audio, .all])
  func aPlayerWithDecodingOpensItsMediaForDecoding(_ decoding: Decoding) {
    #expect(ways(of: decoding) == [.decoding])
  }

  private func ways(of decoding: Decoding) -> [OpeningPurpose] {
    let media = NotedMedia()
    let clock = ManualHostClock()
    let player = Player(media: media, decoding: decoding, clock: clock)
    player.beginLoading()
    clock.advance(by: .milliseconds(1))
    player.close()
    return media.ways.withLock { $0 }
  }
}

/// Records how it is opened, and fails.
private final class NotedMedia: MediaOpener {
  let name = "noted"
  let ways = Locked<[OpeningPurpose]>([])

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try open(for: .decoding, interruption: interruption)
  }

  func open(
    for purpose: OpeningPurpose, interruption: Interruption
  ) throws(MediaError) -> any MediaSource {
    ways.withLock { $0.append(purpose) }
    throw MediaError(.open, of: name, reason: .other)
  }
}
