import PlayheadKit
import Testing

/// The code of GettingStarted.md and PlayheadKit.md.
@Suite final class GettingStartedTests: GuideExamples {
  @Test func theFirstUpdates() async throws {
    let print = output.print
    let player = Player(path: film)
    let info = try await player.load()
    print("\(info.container), \(info.tracks.count) tracks")
    let updates = player.progress(every: .milliseconds(100))
    player.play()
    for await progress in updates {
      print("\(progress.position.seconds) s, because: \(progress.cause)")
      if progress.position >= .milliseconds(300) { break }
    }
    player.close()
    #expect(output.lines.first == "mov,mp4,m4a,3gp,3g2,mj2, 2 tracks")
    #expect(output.lines.count >= 2)
    #expect(output.lines.dropFirst().allSatisfy { $0.contains(" s, because: ") })
  }

  @Test func anErrorHasTheNameOfTheFile() async {
    let print = output.print
    let player = Player(path: "missing.mp4")
    do {
      try await player.load()
    } catch {
      print("\(error)")
    }
    #expect(output.lines.count == 1)
    #expect(output.lines.first?.contains("missing.mp4") == true)
    #expect(player.error?.name == "missing.mp4")
  }

  @Test func progressUntilTheEnd() {
    let print = output.print
    let player = Player(path: film, clock: clock)
    player.progressPublisher(interval: .seconds(2))
      .sink { print("\($0.position.seconds) s, \($0.state)") }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .seconds(11))
    #expect(output.lines.prefix(3) == ["0.0 s, playing", "2.0 s, playing", "4.0 s, playing"])
    #expect(output.lines.last?.hasSuffix(" s, ended") == true)
  }
}
