import PlayheadKit
import PlayheadTesting
import Testing

/// The code of TestingWithAManualClock.md.
@Suite final class ManualClockGuideTests: GuideExamples {
  @Test func playingOnTheManualClock() {
    let clock = ManualHostClock()
    let player = Player(path: film, clock: clock)
    player.play()
    clock.advance(by: .seconds(3))
    let position = player.currentTime()  // 3 s, exactly
    #expect(position == .seconds(3))
  }

  @Test func awaitingASeek() async throws {
    let (film, print) = (film, output.print)
    let clock = ManualHostClock()
    let player = Player(path: film, clock: clock)
    let result = try await clock.advance(by: .zero) {
      try await player.seek(to: .seconds(2))
    }
    print("at \(result.landed)")
    #expect(output.lines == ["at 2 s"])
  }

  @Test func iteratingOverProgress() async {
    let (film, print) = (film, output.print)
    let clock = ManualHostClock()
    let player = Player(path: film, clock: clock)
    let values = await clock.advance(by: .seconds(10)) {
      var values: [PlayheadProgress] = []
      let progress = player.progress(every: .seconds(1))
      player.play()
      for await value in progress { values.append(value) }
      return values
    }
    print("\(values.count) values")
    #expect(values.last?.state == .ended)
  }

  @Test func aLateMachine() {
    let print = output.print
    let clock = ManualHostClock()
    let player = Player(path: film, clock: clock)
    player.progressPublisher(interval: .milliseconds(100))
      .sink { print("due \($0.due.seconds), skipped \($0.skipped)") }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .milliseconds(100))
    clock.skip(by: .milliseconds(350))  // nothing runs, as on a machine that is busy
    clock.advance(by: .zero)
    #expect(output.lines == ["due 0.0, skipped 0", "due 0.1, skipped 0", "due 0.4, skipped 2"])
  }

  @Test func aSlowSource() {
    let print = output.print
    let packets = FakeMedia.frames(0..<50) + [.pause(.seconds(5))] + FakeMedia.frames(50..<100)
    let media = FakeMedia(steps: packets)
    let clock = ManualHostClock()
    let player = Player(media: media, clock: clock)
    player.playbackStatePublisher
      .sink { print("\($0)") }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .seconds(10))
    #expect(output.lines.contains("stalled"))
    #expect(output.lines.last == "ended")
  }

  @Test func recordingWithDemand() {
    let clock = ManualHostClock()
    let player = Player(path: film, clock: clock)
    let subscriber = RecordingSubscriber<PlayheadProgress, Never>(asking: .none)
    player.progressPublisher(interval: .seconds(1)).subscribe(subscriber)
    player.play()
    clock.advance(by: .seconds(5))
    #expect(subscriber.values.isEmpty)
    subscriber.request(.unlimited)
    clock.advance(by: .zero)
    #expect(subscriber.values.last?.position == .seconds(5))
  }
}
