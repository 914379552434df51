import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// The chapter at the playhead, on the manual clock.
@Suite struct ChapterTests {
  private typealias Recorder = RecordingSubscriber<PresentedChapter?, Never>

  /// Ten seconds in frames of 40 ms, whose presentation begins at 5 s of the container's time, with
  /// chapters at these positions, in milliseconds.
  private func media(_ starts: [Int64], isSeekable: Bool = true) -> FakeMedia {
    var info = FakeMedia(frameCount: 250, start: 5_000, isSeekable: isSeekable).info
    info.chapters = starts.map {
      Chapter(start: .milliseconds($0 + 5_000), end: .milliseconds($0 + 5_001), title: "at \($0)")
    }
    return FakeMedia(info: info, steps: FakeMedia.frames(0..<250, start: 5_000))
  }

  private func record(
    _ player: Player, asking demand: Subscribers.Demand = .unlimited
  ) -> Recorder {
    let recorder = Recorder(asking: demand)
    player.chapterPublisher(queue: nil).subscribe(recorder)
    return recorder
  }

  private func titles(_ recorder: Recorder) -> [String?] {
    recorder.values.map { $0?.title }
  }

  @Test func eachChapterIsPublishedWhenPlaybackReachesIt() {
    let stage = Stage(media([1_000, 2_500, 9_000]))
    var published: [String] = []
    let recorder = Recorder(onValue: { _, chapter in
      published.append("\(chapter?.title ?? "none") \(stage.player.currentTime().seconds)")
      return .none
    })
    stage.player.chapterPublisher(queue: nil).subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 12_000)
    #expect(published == ["none 0.0", "at 1000 1.0", "at 2500 2.5", "at 9000 9.0"])
    #expect(recorder.violations.isEmpty && recorder.completion == nil)
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(recorder.isFinished && recorder.values.count == 4)
  }

  @Test func theListIsInPositionsAndInOrder() {
    let stage = Stage(media([2_000, -3_000, 1_000, -1_000]))
    #expect(stage.player.chapters.isEmpty && stage.player.currentChapter == nil)
    stage.load()
    let positions: [MediaTime] = [.zero, .zero, .seconds(1), .seconds(2)]
    #expect(stage.player.chapters.map(\.position) == positions)
    #expect(stage.player.chapters.map(\.index) == [1, 3, 2, 0])
    #expect(stage.player.chapters.map(\.end) == [.zero, .seconds(1), .seconds(2), nil])
    #expect(stage.player.currentChapter?.title == "at -1000")
  }

  @Test func openingTheMediaPublishesTheFirstChapterWithoutPlayback() {
    let stage = Stage(media([0, 1_000]))
    let recorder = record(stage.player)
    #expect(titles(recorder) == [nil])
    stage.load()
    #expect(titles(recorder) == [nil, "at 0"])
    // A later subscriber receives the current chapter, and waits for nothing.
    let late = record(stage.player)
    #expect(titles(late) == ["at 0"])
    stage.advance(milliseconds: 0)
    #expect(!stage.clock.advanceToNext())
    #expect(titles(late) == ["at 0"] && recorder.values.count == 2)
  }

  @Test func aSeekPublishesItsChapterAtOnceAlsoBackwardsAndPaused() {
    let stage = Stage(media([0, 1_000, 2_000, 3_000]))
    let recorder = record(stage.player)
    stage.load()
    for target: Int64 in [2_500, 1_000, 999, 900, 3_000] {
      stage.player.beginSeek(to: .milliseconds(target))
      stage.advance(milliseconds: 0)
    }
    #expect(titles(recorder) == [nil, "at 0", "at 2000", "at 1000", "at 0", "at 3000"])
    stage.player.play()
    stage.advance(milliseconds: 100)
    stage.player.beginSeek(to: .milliseconds(1_990))
    stage.advance(milliseconds: 9)
    #expect(titles(recorder).suffix(1) == ["at 1000"])
    stage.advance(milliseconds: 1)
    #expect(titles(recorder).suffix(2) == ["at 1000", "at 2000"])
  }

  @Test(arguments: [Rate(1, 10), .normal, Rate(16, 1)])
  func noneIsLeftOutHoweverCloseTheyLieAndLateTheQueueIs(rate: Rate) {
    let starts = (0..<400).map { Int64($0) * 3 }
    let stage = Stage(media(starts))
    let recorder = record(stage.player)
    stage.player.setRate(rate)
    for _ in 0..<200 {
      stage.clock.skip(by: .milliseconds(61))
      stage.advance(milliseconds: 1)
    }
    let reached = stage.player.currentTime().nanoseconds(rounding: .down) / 1_000_000
    #expect(reached >= 1_200)
    #expect(titles(recorder) == [nil] + starts.map { "at \($0)" })
  }

  @Test func aLoopPublishesItsReturnAndNotTheChapterAfterItsEnd() {
    let stage = Stage(media([0, 1_000, 2_000, 3_000]))
    stage.load()
    let recorder = record(stage.player)
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(500), to: .seconds(2), count: 3))
    stage.player.play()
    stage.advance(milliseconds: 5_500)
    #expect(
      titles(recorder) == [
        "at 0", "at 1000", "at 0", "at 1000", "at 0", "at 1000", "at 2000",
      ])
    #expect(stage.player.currentTime() == .milliseconds(2_500))
  }

  @Test func aLoopOfOneChapterStaysInIt() {
    let stage = Stage(media([0, 1_000, 2_000, 3_000]))
    stage.load()
    stage.player.beginSeek(to: .seconds(1))
    stage.player.setLoop(PlaybackLoop(from: .seconds(1), to: .seconds(2)))
    let recorder = record(stage.player)
    stage.player.play()
    stage.advance(milliseconds: 10_500)
    #expect(titles(recorder) == ["at 1000"])
  }

  @Test func aSubscriberThatRequestsOneByOneReceivesTheNewest() {
    let stage = Stage(media([0, 1_000, 2_000, 3_000]))
    stage.load()
    let recorder = record(stage.player, asking: .max(1))
    #expect(titles(recorder) == ["at 0"])
    stage.player.play()
    stage.advance(milliseconds: 2_500)
    #expect(titles(recorder) == ["at 0"])
    recorder.request(.max(1))
    #expect(titles(recorder) == ["at 0", "at 2000"])
    recorder.request(.max(1))
    stage.player.beginSeek(to: .milliseconds(2_900))
    stage.advance(milliseconds: 99)
    #expect(recorder.values.count == 2)
    stage.advance(milliseconds: 1)
    #expect(titles(recorder) == ["at 0", "at 2000", "at 3000"])
    #expect(recorder.violations.isEmpty)
  }

  @Test func withoutChaptersThereIsNone() {
    let stage = Stage(FakeMedia(frameCount: 25))
    let recorder = record(stage.player)
    stage.player.play()
    stage.advance(milliseconds: 2_000)
    #expect(recorder.values == [nil] && stage.player.chapters.isEmpty)
  }

  @Test func aQueuePublishesTheChaptersOfOneItemAfterTheOther() {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let items = [media([0, 5_000]), media([0, 8_000])].map { Player(media: $0, clock: clock) }
    let queue = PlayerQueue(items, clock: clock)
    let recorder = Recorder()
    queue.chapterPublisher(queue: nil).subscribe(recorder)
    queue.play()
    clock.advance(by: .seconds(7))
    #expect(titles(recorder) == [nil, "at 0", "at 5000"])
    clock.advance(by: .seconds(20))
    #expect(titles(recorder) == [nil, "at 0", "at 5000", "at 0", "at 8000", nil])
    #expect(recorder.violations.isEmpty)
  }
}
