import Media
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import Timekeeping

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

  /// Two frames of each three come before the one they are presented after, as B-frames do.
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
  func eachFrameIsToldAtItsStart(rate: Rate) {
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

  @Test func framesThatComeOutOfOrderAreToldInOrder() {
    let stage = Stage(reordered(301))
    let recorder = record(stage, .frames)
    stage.play(milliseconds: 20_000)
    #expect(frames(recorder) == (0..<301).map { $0 * 40 })
    #expect(recorder.values.allSatisfy { $0.position == $0.due })
  }

  @Test func noFrameIsForgottenWhileTheQueueIsHeldUp() {
    let stage = Stage(FakeMedia(frameCount: 2_000))
    let recorder = record(stage, .frames)
    stage.player.setRate(Rate(16, 1))
    stage.advance(milliseconds: 100)
    for _ in 0..<12 {
      stage.clock.skip(by: .milliseconds(290))
      stage.advance(milliseconds: 0)
    }
    stage.player.seek(to: .seconds(75))
    stage.advance(milliseconds: 5_000)
    let told = frames(recorder)
    let jump = recorder.values.firstIndex { $0.cause == .jumped } ?? 0
    let before = told.prefix { $0 < 75_000 }
    #expect(Array(before) == (0..<Int64(before.count)).map { $0 * 40 })
    // All up to where the playhead was when it jumped.
    let last = recorder.values[jump - 1]
    #expect(last.position.subtracting(last.due).map { $0 < .milliseconds(40) } == true)
    #expect(Array(told.dropFirst(before.count)) == (1_875..<2_000).map { $0 * 40 })
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  @Test func framesNobodyAskedForAreCounted() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    let recorder = record(stage, .frames, asking: .max(3))
    stage.play(milliseconds: 20_010)
    #expect(frames(recorder) == [0, 40, 80])
    recorder.request(.max(1))
    stage.advance(milliseconds: 40)
    #expect(frames(recorder) == [0, 40, 80, 20_040])
    #expect(recorder.values.last?.skipped == 498)
    stage.advance(milliseconds: 10_000)
    stage.player.seek(to: .seconds(1))
    stage.advance(milliseconds: 500)
    recorder.request(.max(2))
    stage.advance(milliseconds: 100)
    // 250 until the seek at 30.050 s, then those from 1.000 to 1.480 s.
    #expect(recorder.values.suffix(2).map(\.skipped) == [263, 0])
    #expect(recorder.values.suffix(2).map(\.cause) == [.resumed, .boundary])
  }

  /// A step far back has begun to read where it may go; playback takes its place.
  @Test func framesComeAfterAStepThatPlaybackTookThePlaceOf() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = record(stage, .frames)
    stage.load()
    stage.player.seek(to: .seconds(10))
    stage.advance(milliseconds: 0)
    stage.player.step(byCount: -200)
    stage.play(milliseconds: 100)
    #expect(frames(recorder) == [10_000, 10_040, 10_080])
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  @Test func soundHasNoFrames() {
    var track = Track(index: 0, kind: .audio, timebase: .milliseconds)
    track.startTicks = 0
    let info = MediaInfo(name: "sound", container: "fake", tracks: [track], isSeekable: true)
    let stage = Stage(FakeMedia(info: info, steps: FakeMedia.frames(0..<25)))
    let recorder = record(stage, .frames)
    stage.play(milliseconds: 2_000)
    #expect(recorder.values.map(\.cause) == [.started, .ended])
  }
}
