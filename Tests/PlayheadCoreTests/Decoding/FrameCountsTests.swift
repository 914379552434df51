import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// The counts of frames, and when they are published.
@Suite struct FrameCountsTests {
  private func record(
    _ stage: FrameStage, asking demand: Subscribers.Demand = .unlimited
  ) -> RecordingSubscriber<FrameCounts, Never> {
    let recorder = RecordingSubscriber<FrameCounts, Never>(asking: demand)
    stage.player.frameCountsPublisher(queue: nil).subscribe(recorder)
    return recorder
  }

  private func corrupt(_ step: FakeMedia.Step) -> FakeMedia.Step {
    guard case .packet(var packet) = step else { return step }
    packet.isCorrupt = true
    return .packet(packet)
  }

  /// The frames that a step back reads before its target are not presented, also if playback replaces
  /// the step.
  @Test(arguments: [false, true])
  func aStepBackCountsNoFrameAsLate(isPlayedInstead: Bool) {
    let stage = FrameStage(FakeMedia(frameCount: 500))
    let recorder = stage.record()
    stage.load()
    stage.player.beginSeek(to: .milliseconds(15_005))
    stage.advance(milliseconds: 0)
    stage.player.beginStep(byCount: -60)
    if isPlayedInstead { stage.player.play() }
    stage.advance(milliseconds: 70)
    // Playback restarts reading, so its first frame is delivered again.
    #expect(recorder.milliseconds == [0, 15_040, isPlayedInstead ? 15_040 : 12_600])
    let counts = stage.player.frameCounts
    #expect(counts.late == 0 && counts.skipped == 0)
  }

  @Test func corruptPacketsArePublishedAndPlaybackContinues() {
    let whole = FakeMedia(frameCount: 100)
    var steps = FakeMedia.frames(0..<100)
    for index in [40, 41, 70] { steps[index] = corrupt(steps[index]) }
    let stage = FrameStage(FakeMedia(info: whole.info, steps: steps))
    let frames = stage.record()
    let counts = record(stage)
    #expect(counts.values == [FrameCounts()])
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    let before = counts.values.count
    #expect(counts.values.allSatisfy { $0.corrupt == 0 })
    // Nothing is published for frames without errors. Decoding is 12 frames ahead.
    stage.advance(milliseconds: 100)
    #expect(counts.values.count == before && stage.player.frameCounts.published == 28)
    stage.advance(milliseconds: 3_000)
    #expect(counts.values.map(\.corrupt).last == 3)
    #expect(Set(counts.values.map(\.corrupt)) == [0, 1, 2, 3])
    #expect(counts.values.last == stage.player.frameCounts)
    #expect(frames.values.count == 97 && stage.player.playbackState == .ended)
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(counts.isFinished && counts.violations.isEmpty)
  }

  /// While the delivery queue is blocked, frames end and are late.
  @Test func framesThatEndWhileTheQueueIsBlockedAreLate() {
    let stage = FrameStage(FakeMedia(frameCount: 100))
    let frames = stage.record()
    let counts = record(stage)
    stage.player.play()
    stage.advance(milliseconds: 100)
    #expect(frames.milliseconds == [0, 40, 80])
    stage.clock.skip(by: .milliseconds(200))
    stage.advance(milliseconds: 0)
    // At 300 ms, the frame at 280 ms is presented.
    #expect(frames.milliseconds == [0, 40, 80, 280])
    #expect(counts.values.last?.late == 4 && stage.player.frameCounts.late == 4)
    stage.advance(milliseconds: 5_000)
    #expect(counts.values.last?.late == 4 && counts.values.last?.corrupt == 0)
    #expect(counts.values.last?.published == 96)
  }

  @Test func framesThatAreDecodedAfterTheirEndAreLate() {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    // The decoder takes 900 ms for one frame.
    let media = FakeMedia(
      info: FakeMedia(frameCount: 100).info, steps: FakeMedia.frames(0..<100)
    ) { packet in
      if packet.presentationTicks == 2_040 { clock.skip(by: .milliseconds(900)) }
    }
    let stage = FrameStage(media, clock: clock)
    let frames = stage.record()
    let counts = record(stage)
    stage.player.play()
    stage.advance(milliseconds: 6_000)
    let last = stage.player.frameCounts
    #expect(last.late + last.skipped > 0 && counts.values.last == last)
    #expect(last.published == frames.values.count)
    #expect(last.published + last.late + last.skipped == 100)
    #expect(stage.player.playbackState == .ended)
  }

  @Test func withoutDemandNoFrameIsLate() {
    let stage = FrameStage(FakeMedia(frameCount: 100))
    let frames = stage.record(asking: .none)
    let counts = record(stage, asking: .max(1))
    stage.player.play()
    stage.advance(milliseconds: 5_000)
    #expect(frames.values.isEmpty && counts.values == [FrameCounts()])
    counts.request(.max(1))
    #expect(counts.values.count == 2 && counts.values.last?.late == 0)
    #expect(counts.values.last?.published == 0 && counts.values.last?.decoded == 100)
  }
}
