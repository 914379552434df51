import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// Frames as boundaries, on the manual clock.
@Suite struct FrameScheduleTests {
  private func record(
    _ stage: Stage, _ schedule: Schedule, asking demand: Subscribers.Demand = .unlimited
  ) -> RecordingSubscriber<PlayheadProgress, Never> {
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(asking: demand)
    stage.player.progressPublisher(on: schedule).subscribe(recorder)
    return recorder
  }

  private func frames(_ recorder: RecordingSubscriber<PlayheadProgress, Never>) -> [Int64] {
    recorder.values.filter { $0.boundary?.frame != nil }
      .map { $0.due.nanoseconds(rounding: .down) / 1_000_000 }
  }

  /// Returns media with B-frames: of three frames, the last in presentation order is decoded first.
  private func reordered(_ count: Int) -> FakeMedia {
    let order = [0] + stride(from: 3, to: count, by: 3).flatMap { [$0, $0 - 2, $0 - 1] }
    let steps = order.enumerated().map { place, index in
      FakeMedia.Step.packet(
        PacketTiming(
          track: 0, presentationTicks: Int64(index) * 40, decodeTicks: Int64(place) * 40 - 40,
          durationTicks: 40, byteCount: 1_000, isKeyframe: index % 30 == 0))
    }
    return FakeMedia(info: FakeMedia(frameCount: order.count).info, steps: steps)
  }

  @Test(arguments: [Rate.normal, Rate(16, 1)])
  func eachFrameIsReportedAtItsStart(rate: Rate) {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = record(stage, .frames)
    let keys = record(stage, .keyframes)
    stage.player.setRate(rate)
    stage.advance(milliseconds: 30_000)
    #expect(frames(recorder) == (0..<500).map { $0 * 40 })
    #expect(frames(keys) == (0..<50).map { $0 * 400 })
    #expect(recorder.values.allSatisfy { $0.position == $0.due && $0.skipped == 0 })
    #expect(recorder.values.filter { $0.boundary?.frame == .keyframe }.count == 50)
  }

  @Test func reorderedFramesAreReportedInOrder() {
    let stage = Stage(reordered(301))
    let recorder = record(stage, .frames)
    stage.play(milliseconds: 20_000)
    #expect(frames(recorder) == (0..<301).map { $0 * 40 })
    #expect(recorder.values.allSatisfy { $0.position == $0.due })
  }

  /// The frames before the end of the loop are decoded, and read, after later ones.
  @Test(arguments: [830, 950, 990, 1_010] as [Int64])
  func aLoopReportsReorderedFramesBeforeItsEnd(end: Int64) {
    let stage = Stage(reordered(301))
    let recorder = record(stage, .frames)
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(400), to: .milliseconds(end), count: 3))
    stage.player.play()
    stage.advance(milliseconds: 3_000)
    let expected = (0..<75 as Range<Int64>).map { $0 * 40 }
    let first = expected.filter { $0 < end }
    let pass = first.filter { $0 >= 400 }
    let rest = expected.filter { $0 >= 400 }
    let position = stage.player.currentTime().nanoseconds(rounding: .down) / 1_000_000
    #expect(frames(recorder) == first + pass + rest.filter { $0 <= position })
  }

  /// While the keyframe is looked for, the frames after it are read.
  @Test func theFramesFromAKeyframeFarBeforeTheTargetOfASeekAreReported() {
    let stage = Stage(FakeMedia(frameCount: 50, frameTicks: 400))
    let recorder = record(stage, .frames)
    stage.load()
    stage.player.beginSeek(to: .milliseconds(7_900), tolerance: .keyframe)
    stage.advance(milliseconds: 0)
    stage.player.play()
    stage.advance(milliseconds: 4_000)
    #expect(frames(recorder) == (10...20 as ClosedRange<Int64>).map { $0 * 400 })
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  @Test func noFrameIsLostWhileTheQueueIsBlocked() {
    let stage = Stage(FakeMedia(frameCount: 2_000))
    let recorder = record(stage, .frames)
    stage.player.setRate(Rate(16, 1))
    stage.advance(milliseconds: 100)
    for _ in 0..<12 {
      stage.clock.skip(by: .milliseconds(290))
      stage.advance(milliseconds: 0)
    }
    stage.player.beginSeek(to: .seconds(75))
    stage.advance(milliseconds: 5_000)
    let reported = frames(recorder)
    let jump = recorder.values.firstIndex { $0.cause == .seeked } ?? 0
    let before = reported.prefix { $0 < 75_000 }
    #expect(Array(before) == (0..<Int64(before.count)).map { $0 * 40 })
    // All frames up to the position before the seek.
    let last = recorder.values[jump - 1]
    #expect(last.position.subtracting(last.due).map { $0 < .milliseconds(40) } == true)
    #expect(Array(reported.dropFirst(before.count)) == (1_875..<2_000).map { $0 * 40 })
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  @Test func framesWithoutDemandAreCounted() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    let recorder = record(stage, .frames, asking: .max(3))
    stage.play(milliseconds: 20_010)
    #expect(frames(recorder) == [0, 40, 80])
    recorder.request(.max(1))
    stage.advance(milliseconds: 40)
    #expect(frames(recorder) == [0, 40, 80, 20_040])
    #expect(recorder.values.last?.skipped == 498)
    stage.advance(milliseconds: 10_000)
    stage.player.beginSeek(to: .seconds(1))
    stage.advance(milliseconds: 500)
    recorder.request(.max(2))
    stage.advance(milliseconds: 100)
    // 250 frames until the seek at 30.050 s, then those from 1.000 to 1.480 s.
    #expect(recorder.values.suffix(2).map(\.skipped) == [263, 0])
    #expect(recorder.values.suffix(2).map(\.cause) == [.resumed, .boundary])
  }

  /// A step far back has restarted reading when playback replaces it.
  @Test func framesAreReportedAfterPlaybackReplacedAStep() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = record(stage, .frames)
    stage.load()
    stage.player.beginSeek(to: .seconds(10))
    stage.advance(milliseconds: 0)
    stage.player.beginStep(byCount: -200)
    stage.play(milliseconds: 100)
    #expect(frames(recorder) == [10_000, 10_040, 10_080])
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  @Test func audioHasNoFrames() {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    track.startTicks = 0
    let info = MediaInfo(name: "sound", container: "fake", tracks: [track], isSeekable: true)
    let stage = Stage(FakeMedia(info: info, steps: FakeMedia.frames(0..<25)))
    let recorder = record(stage, .frames)
    stage.play(milliseconds: 2_000)
    #expect(recorder.values.map(\.cause) == [.started, .ended])
  }
}
