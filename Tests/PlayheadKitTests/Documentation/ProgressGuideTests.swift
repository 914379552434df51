import PlayheadKit
import Testing

/// The code of ProgressAndSchedules.md.
@Suite final class ProgressGuideTests: GuideExamples {
  @Test func stayingAtTheEnd() async {
    let print = output.print
    let player = Player(path: song)
    player.play()
    for await progress in player.progress(every: .seconds(1), until: .closed) {
      print("\(progress.cause) \(progress.position.seconds)")
      if progress.cause == .ended { player.close() }
    }
    #expect(output.lines.last?.hasPrefix("ended ") == true)
  }

  @Test func progressValues() {
    let print = output.print
    let player = Player(path: film, clock: clock)
    player.progressPublisher(interval: .seconds(1))
      .sink { progress in
        let percent = (progress.fraction ?? 0) * 100
        print("\(progress.cause): \(progress.position.seconds) s, \(Int(percent)) %")
      }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .milliseconds(2_500))
    #expect(
      output.lines == ["started: 0.0 s, 0 %", "interval: 1.0 s, 10 %", "interval: 2.0 s, 20 %"])
  }

  @Test func quartiles() {
    let print = output.print
    let player = Player(path: film, clock: clock)
    player.progressPublisher(on: .percentages([25, 50, 75, 100]))
      .compactMap { $0.boundary?.percentage }
      .sink { print("\($0) %") }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .seconds(1))
    player.beginSeek(to: .seconds(4))
    clock.advance(by: .seconds(20))
    #expect(output.lines == ["50.0 %", "75.0 %", "100.0 %"])
    #expect(player.playedRanges.map(\.lowerBound) == [.zero, .seconds(4)])
    let end = player.currentTime()
    #expect(player.playedRanges.map(\.upperBound) == [.seconds(1), end])
    let (ranges, time) = (
      player.playedRanges,  // [0 s ..< 1 s, 4 s ..< the end]
      player.playedTime
    )
    #expect(ranges.count == 2 && time == end.subtracting(.seconds(3)))
  }

  @Test func severalSchedules() {
    let print = output.print
    let player = Player(path: film, clock: clock)
    let schedule = Schedule.interval(.seconds(1))
      .union(.keyframes)
      .union(.times([.milliseconds(2_500)]))
    player.progressPublisher(on: schedule)
      .sink { progress in
        if progress.boundary?.isGivenTime == true { print("cue at \(progress.due.seconds) s") }
        if progress.boundary?.frame == .keyframe { print("keyframe at \(progress.due.seconds) s") }
      }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .milliseconds(2_600))
    #expect(
      output.lines == [
        "keyframe at 0.0 s", "keyframe at 1.0 s", "keyframe at 2.0 s", "cue at 2.5 s",
      ])
  }

  @Test func chapters() {
    let print = output.print
    let player = Player(path: talk, clock: clock)
    player.chapterPublisher
      .sink { print($0?.title ?? "no chapter") }
      .store(in: &subscriptions)
    player.play()
    clock.advance(by: .milliseconds(1_499))
    #expect(output.lines == ["no chapter", "One"])
    clock.advance(by: .milliseconds(1))
    #expect(output.lines == ["no chapter", "One", "Two"])
    clock.advance(by: .seconds(10))
    #expect(output.lines == ["no chapter", "One", "Two", "Three"])
  }

  @Test func extrapolation() {
    let player = Player(path: film, clock: clock)
    player.play()
    clock.advance(by: .seconds(1))
    let progress = player.currentProgress()
    let nextFrame = clock.now.advanced(by: .milliseconds(16))
    let shown = progress.position(at: nextFrame)
    #expect(shown == .milliseconds(1_016))
  }
}
