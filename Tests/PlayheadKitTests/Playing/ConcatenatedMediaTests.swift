import Foundation
import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Concatenated transport streams, whose clocks jump back and far ahead.
@Suite struct ConcatenatedMediaTests {
  private static let files = ["bbb_start3600.ts", "beepflash/bf_wrap.ts"]

  private static func length(_ path: String) throws -> MediaTime {
    let source = try LocatedMedia(path: path).open(interruption: Interruption())
    return try MediaDuration.measured(byReading: source).time
  }

  @Test(arguments: [[0, 0], [0, 1], [1, 0], [0, 0, 1], [1, 1, 0]])
  func theyPlayForTheSumOfTheirDurations(parts: [Int]) throws {
    let paths = parts.map { Repository.sample(Self.files[$0]) }
    let directory = try TemporaryDirectory()
    var bytes = Data()
    for path in paths { bytes += try Data(contentsOf: URL(filePath: path)) }
    let path = try directory.write(bytes, to: "joined.ts")
    var expected = MediaTime.zero
    for path in paths { expected = try #require(expected.adding(try Self.length(path))) }

    let clock = ManualHostClock()
    let player = Player(path: path, clock: clock)
    player.play()
    var position = MediaTime.zero
    for _ in 0..<600 {
      clock.advance(by: .milliseconds(100))
      let now = player.currentTime()
      #expect(now >= position)
      position = now
    }
    #expect(player.playbackState == .ended)
    #expect(player.duration == MediaDuration(time: position, isExact: true))
    #expect(position == expected && player.playedTime == expected)
    // Once the joins are known, playback after a seek reaches the same end.
    for milliseconds in [5_500, 300, 2_500] as [Int64] {
      player.beginSeek(to: min(.milliseconds(milliseconds), position))
      player.play()
      clock.advance(by: .seconds(60))
      #expect(player.playbackState == .ended && player.currentTime() == expected)
    }
    player.close()
  }
}
