import PlayheadKit
import Testing

/// The code of SeekingLoopsAndQueues.md.
@Suite final class SeekingGuideTests: GuideExamples {
  @Test func seeking() {
    let print = output.print
    let player = Player(path: film, clock: clock)
    player.beginSeek(to: .seconds(2))
    player.beginSeek(to: .milliseconds(3_400)) { result in
      if case .success(let seek) = result { print("\(seek.landed.seconds)") }
    }
    player.beginSeek(to: .milliseconds(3_400), tolerance: .keyframe) { result in
      if case .success(let seek) = result { print("keyframe at \(seek.landed.seconds)") }
    }
    clock.advance(by: .zero)
    #expect(output.lines == ["keyframe at 3.0"])
    player.beginSeek(to: .milliseconds(3_400)) { result in
      if case .success(let seek) = result { print("\(seek.landed.seconds)") }
    }
    clock.advance(by: .zero)
    #expect(output.lines.last == "3.4")
    player.beginSeek(to: .seconds(1))
    player.beginStep(byCount: -1)
    clock.advance(by: .zero)
    #expect(player.currentTime() == .milliseconds(960))
  }

  @Test func waitingForSeeks() async throws {
    let print = output.print
    let player = Player(path: film)
    let seek = try await player.seek(to: .seconds(3.4))
    print("landed at \(seek.landed.seconds)")
    let step = try await player.step(byCount: -1)
    print("the frame before is at \(step.landed.seconds)")
    #expect(output.lines == ["landed at 3.4", "the frame before is at 3.36"])
  }

  @Test func looping() {
    let player = Player(path: film, clock: clock)
    player.setLoop(PlaybackLoop(from: .seconds(1), to: .seconds(2), count: 3))
    player.play()
    clock.advance(by: .milliseconds(3_500))
    #expect(player.currentTime() == .milliseconds(1_500))
    clock.advance(by: .seconds(1))
    #expect(player.currentTime() == .milliseconds(2_500))
  }

  @Test func stoppingBeforeTheEnd() {
    let print = output.print
    let player = Player(path: film, clock: clock)
    player.setForwardPlaybackEnd(.seconds(4))
    player.didPlayToEndTimePublisher
      .sink { print("stopped at \($0.seconds) s") }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .seconds(6))
    #expect(output.lines == ["stopped at 4.0 s"])
    #expect(player.playbackState == .paused)
  }

  @Test func startingTogether() {
    let players = [film, song].map { Player(path: $0, clock: clock) }
    let start = clock.now.advanced(by: .milliseconds(200))
    for player in players { player.beginRate(.normal, time: .zero, atHostTime: start) }
    clock.advance(by: .milliseconds(700))
    #expect(players.map { $0.currentTime() } == [.milliseconds(500), .milliseconds(500)])
  }

  @Test func queueing() {
    let print = output.print
    let queue = PlayerQueue([film, song].map { Player(path: $0, clock: clock) }, clock: clock)
    queue.progressPublisher(interval: .seconds(2))
      .sink { print("\($0.cause) \($0.position.seconds)") }
      .store(in: &subscriptions)
    queue.play()
    clock.advance(by: .seconds(30))
    #expect(output.lines.prefix(3) == ["started 0.0", "interval 2.0", "interval 4.0"])
    #expect(output.lines.filter { $0.hasPrefix("started") }.count == 2)
    #expect(output.lines.filter { $0.hasPrefix("ended") }.count == 2)
  }

  @Test func goingBackInAQueue() {
    let (print, film, song, clock) = (output.print, film, song, clock)
    let entries = [film, "missing.mp4", song].map { path in
      PlayerQueue.Entry { Player(path: path, clock: clock) }
    }
    let queue = PlayerQueue(entries: entries, clock: clock)
    queue.failurePublisher
      .sink { print("skipped: \($0.error)") }
      .store(in: &subscriptions)
    queue.go(to: 2)
    queue.goBack()  // to the first entry, because the second one cannot be opened
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(output.lines == ["skipped: missing.mp4: No such file or directory"])
    #expect(queue.currentIndex == 0 && queue.currentItem?.currentTime() == .seconds(1))
  }
}
