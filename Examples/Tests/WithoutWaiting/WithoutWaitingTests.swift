import PlayheadKit
import PlayheadTesting
import Testing

/// What an application prints while it plays media.
func printedLines(of player: Player) async -> [String] {
  var lines: [String] = []
  let updates = player.progress(every: .seconds(1))
  player.play()
  for await progress in updates { lines.append("\(progress.cause) \(progress.position)") }
  return lines
}

/// Tests these lines. The clock advances from one update to the next: ten seconds take no time.
@Test func aStallIsPrinted() async {
  let frames = FakeMedia.frames(0..<50) + [.pause(.seconds(5))] + FakeMedia.frames(50..<100)
  let clock = ManualHostClock()
  let player = Player(media: FakeMedia(steps: frames), clock: clock)
  let lines = await clock.advance(by: .seconds(10)) { await printedLines(of: player) }
  #expect(
    lines == [
      "started 0 s", "interval 1 s", "stalled 2 s", "resumed 2 s", "interval 3 s", "ended 4 s",
    ])
}
