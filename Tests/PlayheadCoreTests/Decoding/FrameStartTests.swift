import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// A clock that leaps two seconds ahead in its third second.
private final class JumpingClock: PlaybackClock {
  func time(at instant: HostInstant) -> Duration {
    .nanoseconds(instant.nanoseconds + (instant.nanoseconds >= 3_000_000_000 ? 2_000_000_000 : 0))
  }
}

/// Frames after a start at a host instant, with a playback clock, in a queue, and after steps.
@Suite struct FrameStartTests {
  @Test(arguments: [500, 1_500] as [Int64])
  func aStartAtAnInstantDeliversEachFrameOnce(milliseconds: Int64) {
    let stage = FrameStage(FakeMedia(frameCount: 75))
    let recorder = stage.record()
    stage.load()
    stage.player.beginRate(
      .normal, time: .seconds(1),
      atHostTime: stage.clock.now.advanced(by: .milliseconds(milliseconds)))
    stage.advance(milliseconds: 5_000)
    #expect(recorder.milliseconds == [0] + frames(1_000..<3_000))
    #expect(stage.player.frameCounts.late == 0)
  }

  /// The frames in between are late, and none is repeated.
  @Test(arguments: [40, 1_000] as [Int64])
  func aClockThatLeapsAheadSkipsTheFramesInBetween(frameTicks: Int64) {
    let clock = ManualHostClock()
    let media = FakeMedia(frameCount: Int(10_000 / frameTicks), frameTicks: frameTicks)
    let player = Player(
      media: media, decoding: .all, clock: clock, playbackClock: JumpingClock())
    let recorder = RecordingSubscriber<PresentedFrame, Never>()
    player.framePublisher().subscribe(recorder)
    player.play()
    clock.advance(by: .milliseconds(3_100))
    // The playhead is at 5.1 s.
    let last = 5_100 / frameTicks * frameTicks
    #expect(recorder.milliseconds.last == last)
    clock.advance(by: .seconds(10))
    let seen = recorder.milliseconds
    #expect(Set(seen).count == seen.count && seen == seen.sorted())
    #expect(seen.filter { $0 < 3_000 } == frames(0..<3_000, every: frameTicks))
    #expect(seen.filter { $0 >= last } == frames(last..<10_000, every: frameTicks))
  }

  @Test func theItemsOfAQueueDeliverAllFramesAndComplete() {
    let clock = ManualHostClock()
    let stages = (0..<3).map { _ in FrameStage(FakeMedia(frameCount: 50), clock: clock) }
    let recorders = stages.map { $0.record() }
    let queue = PlayerQueue(stages.map(\.player), clock: clock)
    queue.play()
    clock.advance(by: .seconds(10))
    #expect(queue.items.isEmpty)
    for (stage, recorder) in zip(stages, recorders) {
      #expect(recorder.milliseconds == frames(0..<2_000))
      #expect(recorder.isFinished && recorder.violations.isEmpty)
      #expect(stage.player.frameCounts.late == 0)
    }
  }

  @Test func aStepDeliversItsFrame() {
    let stage = FrameStage(FakeMedia(frameCount: 100))
    let recorder = stage.record()
    stage.load()
    for count in [1, 1, 1, -1, 10, -5] {
      stage.player.beginStep(byCount: count)
      stage.advance(milliseconds: 0)
    }
    #expect(recorder.milliseconds == [0, 40, 80, 120, 80, 480, 280])
    stage.player.play()
    stage.advance(milliseconds: 100)
    #expect(recorder.milliseconds.dropFirst(7) == [320, 360])
  }
}
