import Locking
import Media
import PlayheadTesting
import Testing
import Timekeeping

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

  private func ways(of decoding: Decoding) -> [NotedMedia.Way] {
    let media = NotedMedia()
    let clock = ManualHostClock()
    let player = Player(media: media, decoding: decoding, clock: clock)
    player.load()
    clock.advance(by: .milliseconds(1))
    player.close()
    return media.ways.withLock { $0 }
  }
}

/// Records how it is opened, and fails.
private final class NotedMedia: MediaOpener {
  enum Way {
    case decoding
    case timing
  }

  let name = "noted"
  let ways = Locked<[Way]>([])

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    ways.withLock { $0.append(.decoding) }
    throw MediaError(.open, name, .other)
  }

  func openForTiming(interruption: Interruption) throws(MediaError) -> any MediaSource {
    ways.withLock { $0.append(.timing) }
    throw MediaError(.open, name, .other)
  }
}
