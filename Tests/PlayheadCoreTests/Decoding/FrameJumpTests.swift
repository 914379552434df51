import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// Frames after seeks to keyframes and in loops.
@Suite struct FrameJumpTests {
  /// Frames of 40 ms, every tenth a keyframe.
  @Test(
    arguments: [
      (2_345, 2_000, false), (2_345, 2_000, true), (799, 400, false), (799, 400, true),
      (4_000, 4_000, false), (4_000, 4_000, true), (9_990, 9_600, false), (9_990, 9_600, true),
    ] as [(Int64, Int64, Bool)])
  func aSeekToAKeyframeStartsWithItsFrame(target: Int64, keyframe: Int64, isPlaying: Bool) {
    let stage = FrameStage(FakeMedia(frameCount: 250))
    let recorder = stage.record()
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    if !isPlaying { stage.player.pause() }
    let count = recorder.values.count
    stage.player.beginSeek(to: .milliseconds(target), tolerance: .keyframe)
    stage.advance(milliseconds: 0)
    #expect(stage.player.currentTime() == .milliseconds(keyframe))
    #expect(Array(recorder.milliseconds.dropFirst(count)) == [keyframe])
    stage.player.play()
    stage.advance(milliseconds: 200)
    #expect(Array(recorder.milliseconds.dropFirst(count)) == frames(keyframe..<keyframe + 201))
    #expect(stage.player.frameCounts.late == 0)
  }

  /// The source is slow, so frames could be decoded before the keyframe is found.
  @Test(arguments: [false, true])
  func aSlowSearchForAKeyframeLosesNoFrame(isPlaying: Bool) {
    let slow = FakeMedia.frames(0..<50).flatMap { [.pause(.milliseconds(5)), $0] }
    let stage = FrameStage(FakeMedia(info: FakeMedia(frameCount: 50).info, steps: slow))
    let recorder = stage.record()
    stage.load()
    stage.advance(milliseconds: 100)
    if isPlaying { stage.player.play() }
    stage.player.beginSeek(to: .milliseconds(1_100), tolerance: .keyframe)
    stage.advance(milliseconds: 30)
    // The keyframe at 800 ms has been read, but the seek has not landed.
    #expect(stage.player.currentTime() == .milliseconds(1_100))
    #expect(recorder.milliseconds.allSatisfy { $0 == 0 })
    stage.player.play()
    stage.advance(milliseconds: 3_000)
    #expect(recorder.milliseconds.filter { $0 > 0 } == frames(800..<2_000))
    #expect(stage.player.frameCounts.late == 0)
  }

  /// Start and end of the loop, and the rate.
  private static let loops: [(Int64, Int64, Rate)] = [
    (0, 1_000, .normal), (200, 1_000, .normal), (210, 990, .normal), (1_000, 9_000, .normal),
    (440, 480, .normal), (2_000, 2_040, .normal), (210, 990, Rate(2, 1)), (440, 480, Rate(2, 1)),
  ]

  @Test(arguments: loops)
  func eachPassOfALoopDeliversTheSameFramesAtTheirTimes(start: Int64, end: Int64, rate: Rate) {
    let stage = FrameStage(FakeMedia(frameCount: 250))
    var lags: [Int64] = []
    let player = stage.player
    let recorder = RecordingSubscriber<PresentedFrame, Never>(onValue: { _, frame in
      let playhead = player.currentTime().nanoseconds(rounding: .down)
      lags.append(playhead - frame.position.nanoseconds(rounding: .down))
      return .none
    })
    player.framePublisher().subscribe(recorder)
    player.setLoop(PlaybackLoop(from: .milliseconds(start), to: .milliseconds(end), count: 3))
    player.setRate(rate)
    stage.advance(milliseconds: 40_000)
    let pass = frames(0..<10_000).filter { (start..<end).contains($0) }
    let before = frames(0..<start)
    let after = frames(0..<10_000).filter { $0 >= end }
    #expect(!pass.isEmpty)
    #expect(recorder.milliseconds == before + pass + pass + pass + after)
    #expect(lags.allSatisfy { (0...1).contains($0) })
    #expect(player.frameCounts.late == 0 && player.frameCounts.skipped == 0)
    #expect(player.playbackState == .ended)
  }

  @Test func aSourceThatCannotSeekDeliversOnePass() {
    let stage = FrameStage(FakeMedia(frameCount: 50, isSeekable: false))
    let recorder = stage.record()
    stage.player.setLoop(PlaybackLoop(count: 3))
    stage.player.play()
    stage.advance(milliseconds: 5_000)
    #expect(recorder.milliseconds == frames(0..<2_000))
    #expect(stage.player.status == .failed(MediaError(.seek, of: "fake", reason: .notSeekable)))
  }

  @Test func aLoopEndedInItsSecondPassLosesNoFrame() {
    let stage = FrameStage(FakeMedia(frameCount: 100))
    let recorder = stage.record()
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(210), to: .milliseconds(990)))
    stage.player.play()
    stage.advance(milliseconds: 1_200)
    stage.player.setLoop(nil)
    stage.advance(milliseconds: 6_000)
    #expect(recorder.milliseconds == frames(0..<1_000).filter { $0 < 990 } + frames(240..<4_000))
  }
}
