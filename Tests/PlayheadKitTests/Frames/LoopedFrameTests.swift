import PlayheadKit
import PlayheadTesting
import PlayheadTestEnvironment
import Testing

/// Loops of real media: each pass delivers the same frames as playback without a loop.
@Suite struct LoopedFrameTests {
  private static let files = [
    "bbb_small.mp4", "bbb_start3600.ts", "bbb_chapters.mkv", "bbb_vp9_opus.webm",
    "beepflash/bf.mp4",
  ]

  @Test(arguments: TestEffort.some(files))
  func threePassesGiveThreeTimesTheFrames(file: String) {
    let stage = DecodedStage(path: Repository.sample(file))
    let recorder = stage.record()
    stage.player.setLoop(PlaybackLoop(count: 3))
    stage.player.play()
    stage.clock.advance(by: .seconds(60))
    #expect(stage.player.playbackState == .ended)
    let facts = FrameFacts.all.filter { $0.file == file }
    #expect(!facts.isEmpty)
    for facts in facts {
      let frames = recorder.values.filter { $0.timing.track == facts.track }
      #expect(frames.count == 3 * facts.count)
      for pass in 0..<3 {
        let pass = Array(frames.dropFirst(pass * facts.count).prefix(facts.count))
        #expect(pass.padded(as: file).sum == facts.sum)
      }
    }
    #expect(stage.player.frameCounts.late == 0 && stage.player.frameCounts.skipped == 0)
  }

  /// No range begins at a keyframe, and the last one has a single frame.
  @Test(
    arguments: TestEffort.some(files),
    [(1_234, 3_456), (2_345, 2_445), (1_001, 1_045)] as [(Int64, Int64)])
  func everyPassOfARangeDeliversItsFrames(file: String, range: (Int64, Int64)) {
    let all = DecodedStage.frames(ofFile: file, decoding: .video).map(\.position)
    let (start, end) = (MediaTime.milliseconds(range.0), MediaTime.milliseconds(range.1))
    let stage = DecodedStage(path: Repository.sample(file), decoding: .video)
    let recorder = stage.record()
    stage.player.setLoop(PlaybackLoop(from: start, to: end, count: 3))
    stage.player.setRate(Rate(2, 1))
    stage.clock.advance(by: .seconds(60))
    let pass = all.filter { start <= $0 && $0 < end }
    #expect(!pass.isEmpty)
    #expect(
      recorder.values.map(\.position)
        == all.filter { $0 < start } + pass + pass + pass + all.filter { $0 >= end })
    #expect(stage.player.frameCounts.late == 0)
  }
}
