import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PlayheadLocking
import Testing
import PlayheadTimekeeping

@Suite struct SteppingTests {
  private final class Landings: Sendable {
    let results = Locked<[Result<SeekResult, MediaError>]>([])
    func add(_ result: Result<SeekResult, MediaError>) { results.withLock { $0.append(result) } }
    var milliseconds: [Int64] {
      results.withLock { $0 }.compactMap {
        (try? $0.get()).map { $0.landed.nanoseconds(rounding: .down) / 1_000_000 }
      }
    }
    var reasons: [MediaError.Reason] {
      results.withLock { $0 }.compactMap {
        if case .failure(let error) = $0 { error.reason } else { nil }
      }
    }
  }

  /// Performs the steps in order and returns the positions where the playhead landed.
  private func land(_ stage: Stage, _ counts: [Int]) -> Landings {
    let landings = Landings()
    for count in counts {
      stage.player.beginStep(byCount: count) { landings.add($0) }
      stage.advance(milliseconds: 1)
    }
    return landings
  }

  @Test func aStepLandsOnTheFrame() {
    let stage = Stage(FakeMedia(frameCount: 100))
    stage.load()
    let landings = land(stage, [1, 1, 3, -2, 0, -1, -5, -1])
    #expect(landings.milliseconds == [40, 80, 200, 120, 120, 80, 0, 0])
    #expect(stage.player.currentTime() == .zero && landings.reasons.isEmpty)
    stage.player.beginSeek(to: .milliseconds(110))
    #expect(land(stage, [0]).milliseconds == [80])
    stage.player.beginSeek(to: .milliseconds(110))
    #expect(land(stage, [-1]).milliseconds == [40])
  }

  @Test func aStepReadsFramesBeyondTheReadAhead() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    stage.load()
    let landings = land(stage, [700, -400, -1, 5_000, -1, -998, .max, .min])
    #expect(
      landings.milliseconds == [28_000, 12_000, 11_960, 39_960, 39_920, 0, 39_960, 0])
  }

  /// After a seek the first packets may have no decode times, so frames that are presented before
  /// them may still follow.
  @Test func aStepAfterASeekWaitsForReorderedFrames() {
    func packet(_ presented: Int64, _ decoded: Int64?, isKeyframe: Bool = false) -> FakeMedia.Step {
      .packet(
        PacketTiming(
          track: 0, presentationTicks: presented, decodeTicks: decoded, durationTicks: 40,
          isKeyframe: isKeyframe))
    }
    let steps = [
      packet(0, -40, isKeyframe: true), packet(120, 0), packet(40, 40), packet(80, 80),
      packet(6_000, 6_000, isKeyframe: true), packet(9_160, nil, isKeyframe: true),
      packet(9_280, nil), .pause(.seconds(1)), packet(9_200, 9_160), packet(9_240, 9_200),
      packet(9_320, 9_320, isKeyframe: true), packet(9_360, 9_360),
    ]
    let stage = Stage(FakeMedia(info: FakeMedia(frameCount: 10).info, steps: steps))
    stage.load()
    stage.player.beginSeek(to: .milliseconds(9_160))
    stage.advance(milliseconds: 0)
    let landings = land(stage, [1])
    #expect(landings.milliseconds == [])
    stage.advance(milliseconds: 1_000)
    #expect(landings.milliseconds == [9_200])
  }

  @Test func stepsGoBackFromTheTargetOfASeek() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    stage.load()
    stage.player.beginSeek(to: .seconds(20))
    stage.advance(milliseconds: 0)
    #expect(land(stage, [-1, -1, -300]).milliseconds == [19_960, 19_920, 7_920])
  }

  /// While the keyframe is looked for, frames more than two seconds before the target are forgotten.
  @Test(arguments: [(-1, 3_600), (1, 4_400), (0, 4_000), (-10, 0), (12, 8_800)] as [(Int, Int64)])
  func aStepCountsFromAKeyframeFarBeforeTheTargetOfASeek(count: Int, landed: Int64) {
    let stage = Stage(FakeMedia(frameCount: 50, frameTicks: 400))
    stage.load()
    stage.player.beginSeek(to: .milliseconds(7_900), tolerance: .keyframe)
    stage.advance(milliseconds: 0)
    #expect(stage.player.currentTime() == .seconds(4))
    #expect(land(stage, [count]).milliseconds == [landed])
  }

  @Test func aStepBackFromTheEndLandsOnTheLastFrame() {
    let stage = Stage(FakeMedia(frameCount: 25))
    stage.play(milliseconds: 2_000)
    #expect(stage.player.playbackState == .ended)
    #expect(land(stage, [-1, 1, 1]).milliseconds == [920, 960, 960])
    #expect(stage.player.playbackState == .paused)
  }

  @Test(arguments: [1, -1], [true, false])
  func farBehindTheEndItCountsFromTheEnd(count: Int, hasLanded: Bool) {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    stage.load()
    stage.player.beginSeek(to: .seconds(90))
    if hasLanded { stage.advance(milliseconds: 1) }
    let landings = land(stage, [count])
    #expect(landings.milliseconds == [count > 0 ? 39_960 : 39_920] && landings.reasons.isEmpty)
  }

  @Test func aStepPausesAndLoads() {
    let stage = Stage(FakeMedia(frameCount: 25))
    #expect(land(stage, [2]).milliseconds == [80])
    stage.play(milliseconds: 50)
    #expect(land(stage, [1]).milliseconds == [160])
    #expect(stage.player.playbackState == .paused)
  }

  @Test func aSourceThatCannotSeekBackReportsIt() {
    let stage = Stage(FakeMedia(frameCount: 100, isSeekable: false))
    stage.load()
    let landings = land(stage, [2, -1, 1])
    #expect(landings.milliseconds == [80, 120] && landings.reasons == [.notSeekable])
  }

  @Test func audioCannotBeSteppedThrough() {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    track.startTicks = 0
    let info = MediaInfo(name: "sound", container: "fake", tracks: [track], isSeekable: true)
    let stage = Stage(FakeMedia(info: info, steps: FakeMedia.frames(0..<25)))
    stage.load()
    #expect(land(stage, [1]).reasons == [.noFrames])
  }

  @Test func aPendingStepIsCancelledByALaterRequest() {
    let info = FakeMedia(frameCount: 100).info
    let stage = Stage(
      FakeMedia(
        info: info,
        steps: FakeMedia.frames(0..<5) + Array(repeating: .pause(.seconds(9)), count: 50)))
    stage.load()
    let landings = land(stage, [50, 60])
    #expect(landings.reasons == [.cancelled])
    stage.player.beginSeek(to: .zero)
    stage.advance(milliseconds: 0)
    #expect(landings.reasons == [.cancelled, .cancelled])
    _ = land(stage, [1])
    stage.player.beginStep(byCount: 50) { landings.add($0) }
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(landings.reasons.count == 3)
  }

  /// The distance of two frames can be longer than the read-ahead.
  @Test func aStepCrossesAGap() {
    let slides = Stage(FakeMedia(frameCount: 10, frameTicks: 10_000))
    slides.load()
    let landings = land(slides, [1, 1, -1, 9])
    #expect(landings.milliseconds == [10_000, 20_000, 10_000, 90_000])
    slides.player.beginSeek(to: .seconds(55))
    slides.advance(milliseconds: 0)
    #expect(land(slides, [-1]).milliseconds == [40_000])
  }

  /// While the next pass of a loop is read, the media after the loop is not.
  @Test func aStepLeavesALoop() {
    let stage = Stage(FakeMedia(frameCount: 100))
    stage.player.setLoop(PlaybackLoop(to: .seconds(1)))
    stage.load()
    stage.player.beginSeek(to: .milliseconds(960))
    stage.advance(milliseconds: 0)
    #expect(land(stage, [1, 25, -30]).milliseconds == [1_000, 2_000, 800])
  }

  @Test func framesMayLieYearsApart() {
    var info = FakeMedia(frameCount: 1).info
    info.tracks[0].durationTicks = nil
    let steps = FakeMedia.frames(0..<50) + FakeMedia.frames(0..<1, start: 315_000_000_000)
    let stage = Stage(FakeMedia(info: info, steps: steps))
    stage.load()
    for milliseconds in [1_800, 1_500] as [Int64] {
      stage.player.beginSeek(to: .milliseconds(milliseconds))
      stage.advance(milliseconds: 0)
    }
    #expect(land(stage, [-1_000, 1]).milliseconds == [0, 40])
  }

  @Test func framesAreNumberedFromTheStartOfTheMedia() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    #expect(stage.player.frameNumber(at: .zero) == nil)
    stage.load()
    func numbers(_ milliseconds: Int64...) -> [Int?] {
      milliseconds.map { stage.player.frameNumber(at: .milliseconds($0)) }
    }
    #expect(numbers(0, 39, 40, 1_000) == [0, 0, 1, 25])
    // Frames that were not read are not counted.
    #expect(numbers(39_000) == [nil])
    stage.play(milliseconds: 10_000)
    #expect(numbers(10_000, 9_500) == [250, 237])
    // Stepping keeps count.
    _ = land(stage, [1, 1, -3])
    #expect(stage.player.currentTime() == .milliseconds(9_960) && numbers(9_960) == [249])
    // A seek beyond the read media does not, until a seek to the start.
    stage.player.beginSeek(to: .milliseconds(35_000))
    stage.advance(milliseconds: 1)
    #expect(numbers(35_000) == [nil])
    stage.player.beginSeek(to: .zero)
    stage.advance(milliseconds: 1)
    #expect(numbers(0, 40) == [0, 1])
  }

  /// Reading restarts with each step back, before frames that have been counted.
  @Test func stepsBackKeepTheFrameNumbers() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    stage.load()
    stage.player.beginSeek(to: .milliseconds(500))
    func number() -> Int? { stage.player.currentProgress().frameNumber }
    for frame in [11, 10, 9, 8, 7] {
      _ = land(stage, [-1])
      #expect(number() == frame)
    }
    stage.play(milliseconds: 10_000)
    _ = land(stage, [0])
    let frame = number() ?? 0
    #expect(frame == 257)
    // Frames far behind the playhead have been forgotten, and are counted back from those that are not.
    for (count, number) in [(-100, 157), (-1, 156), (-150, 6), (3, 9)] {
      _ = land(stage, [count])
      #expect(stage.player.currentProgress().frameNumber == number, "\(count)")
    }
  }

  @Test func framesReadAgainAfterASeekBackAreCounted() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    stage.play(milliseconds: 10_000)
    stage.player.pause()
    stage.player.beginSeek(to: .seconds(5))
    stage.advance(milliseconds: 0)
    #expect(stage.player.frameNumber(at: .seconds(5)) == 125)
    // Frames in between were not read.
    stage.player.beginSeek(to: .seconds(30))
    stage.advance(milliseconds: 0)
    #expect(stage.player.frameNumber(at: .seconds(30)) == nil)
    stage.player.beginSeek(to: .seconds(2))
    stage.advance(milliseconds: 0)
    #expect(stage.player.frameNumber(at: .seconds(2)) == 50)
  }
}
