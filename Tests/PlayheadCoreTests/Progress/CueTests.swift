import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

/// Cues as boundaries, and the cues at the playhead, on the manual clock.
@Suite struct CueTests {
  private typealias Recorder = RecordingSubscriber<[Cue], Never>

  /// Ten seconds in frames of 40 ms, whose presentation begins at 5 s of the container's time.
  private let media = FakeMedia(
    info: FakeMedia(frameCount: 250, start: 5_000).info,
    steps: FakeMedia.frames(0..<250, start: 5_000))

  private func track(_ times: [(Int64, Int64?)]) -> CueTrack {
    CueTrack(
      times.map { start, end in
        Cue(
          start: .milliseconds(start), end: end.map { .milliseconds($0) }, text: "at \(start)")
      })
  }

  private func texts(_ recorder: Recorder) -> [[String]] {
    recorder.values.map { $0.map(\.text) }
  }

  @Test func eachStartAndEndIsABoundary() {
    let stage = Stage(media)
    let cues = track([(-1_000, 500), (1_000, 3_000), (2_000, 4_000), (3_000, 3_000), (9_000, nil)])
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    stage.player.progressPublisher(on: .cues(cues).union(.times([.seconds(2)]))).subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 12_000)
    let boundaries = recorder.values.filter { $0.boundary != nil }
    #expect(
      boundaries.map { "\($0.due.seconds) \($0.boundary?.text ?? "")" } == [
        "0.5 cue", "1.0 cue", "2.0 time+cue", "3.0 cue", "3.000000001 cue", "4.0 cue", "9.0 cue",
      ])
    #expect(boundaries.allSatisfy { $0.cause == .boundary && $0.skipped == 0 })
  }

  @Test func theCurrentCuesArePublishedWhenPlaybackReachesThem() {
    let stage = Stage(media)
    let recorder = Recorder()
    stage.player.cuePublisher(track([(0, 1_000), (2_000, 4_000), (3_000, nil)]), queue: nil)
      .subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 12_000)
    #expect(
      texts(recorder) == [
        ["at 0"], [], ["at 2000"], ["at 2000", "at 3000"], ["at 3000"],
      ])
    #expect(recorder.violations.isEmpty && recorder.completion == nil)
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(recorder.isFinished)
  }

  @Test func aCueIsCurrentAtOnceAfterASeekIntoItsMiddle() {
    let stage = Stage(media)
    let recorder = Recorder()
    stage.player.cuePublisher(track([(1_000, 2_000), (5_000, 8_000)]), queue: nil).subscribe(
      recorder)
    stage.load()
    stage.player.beginSeek(to: .seconds(6))
    stage.advance(milliseconds: 10)
    #expect(texts(recorder) == [[], ["at 5000"]])
    stage.player.beginSeek(to: .milliseconds(1_500))
    stage.advance(milliseconds: 10)
    #expect(texts(recorder).last == ["at 1000"])
    #expect(stage.clock.armedTimerCount == 0)
  }

  @Test func eachPassOfALoopHasTheCues() {
    let stage = Stage(media)
    let recorder = Recorder()
    stage.player.cuePublisher(track([(0, 1_000), (9_000, nil)]), queue: nil).subscribe(recorder)
    stage.player.setLoop(PlaybackLoop(count: 2))
    stage.player.play()
    stage.advance(milliseconds: 19_500)
    #expect(texts(recorder) == [["at 0"], [], ["at 9000"], ["at 0"], [], ["at 9000"]])
  }

  @Test func aSubscriberThatAsksOneByOneReceivesTheNewest() {
    let stage = Stage(media)
    let recorder = Recorder(asking: .max(1))
    let cues = track((0..<9).map { ($0 * 1_000, $0 * 1_000 + 1_000) })
    stage.player.cuePublisher(cues, queue: nil).subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 4_500)
    #expect(texts(recorder) == [["at 0"]])
    recorder.request(.max(1))
    #expect(texts(recorder) == [["at 0"], ["at 4000"]])
  }

  /// Each item has the cues at its own positions.
  @Test func theItemsOfAQueueHaveTheSameCues() {
    let clock = ManualHostClock()
    let items = (0..<2).map { _ in Player(media: FakeMedia(frameCount: 50), clock: clock) }
    let queue = PlayerQueue(items, clock: clock)
    let recorder = Recorder()
    queue.cuePublisher(track([(500, 1_000)]), queue: nil).subscribe(recorder)
    queue.play()
    clock.advance(by: .seconds(5))
    #expect(texts(recorder) == [[], ["at 500"], [], ["at 500"], []])
  }
}
