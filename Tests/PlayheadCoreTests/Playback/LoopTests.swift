import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Synchronization
import Testing
import PlayheadTimekeeping

/// Loops on a manual clock; each wrap is exact to the nanosecond.
@Suite struct LoopTests {
  @Test func aLoopWrapsExactlyAndEndsAfterItsCount() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = stage.record(interval: .milliseconds(500))
    stage.player.setLoop(
      PlaybackLoop(from: .milliseconds(300), to: .milliseconds(1_300), count: 3))
    stage.play(milliseconds: 10_000)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 500 playing", "interval 1000 playing", "looped 300 playing",
        "interval 500 playing", "interval 1000 playing", "looped 300 playing",
        "interval 500 playing",
        "interval 1000 playing", "interval 1500 playing", "interval 2000 playing",
        "interval 2500 playing",
        "interval 3000 playing", "interval 3500 playing", "ended 4000 ended",
      ])
    let passes = recorder.values.filter { $0.cause == .looped }
    #expect(passes.map(\.completedLoops) == [1, 2])
    #expect(passes.map { $0.hostInstant.nanoseconds / 1_000_000 } == [2_300, 3_300])
    #expect(recorder.values.last?.hostInstant.nanoseconds == 7_000_000_000)
    #expect(stage.player.playedTime == .milliseconds(6_000))
    #expect(stage.player.playedRanges == [.zero..<(.seconds(4))])
    #expect(stage.player.stalledTime == .zero)
  }

  @Test func aBoundaryAtTheSeamReportsThePassThatEnds() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    let schedule = Schedule.times([.seconds(1), .seconds(2)])
    stage.player.progressPublisher(on: schedule).subscribe(recorder)
    stage.player.setLoop(PlaybackLoop(to: .seconds(2)))
    stage.play(milliseconds: 4_500)
    let causes: [ProgressCause] = [
      .started, .boundary, .boundary, .looped, .boundary, .boundary, .looped,
    ]
    #expect(recorder.values.map(\.cause) == causes)
    #expect(recorder.values.map(\.playedTime) == [0, 1, 2, 2, 3, 4, 4].map { .seconds($0) })
    #expect(recorder.values.map(\.completedLoops) == [0, 0, 0, 1, 1, 1, 2])
  }

  /// Boundaries that are delivered late, with several passes and a seek in between.
  @Test func overdueBoundariesReportWhatWasPlayedUntilThen() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    stage.player.progressPublisher(on: .times([.milliseconds(500)])).subscribe(recorder)
    stage.player.setLoop(PlaybackLoop(to: .seconds(1)))
    stage.play(milliseconds: 100)
    stage.clock.skip(by: .milliseconds(2_600))
    stage.player.beginSeek(to: .milliseconds(400))
    stage.advance(milliseconds: 200)
    let boundaries = recorder.values.filter { $0.boundary != nil }
    #expect(
      boundaries.map(\.playedTime) == [1_000, 2_000, 2_700, 2_800].map { .milliseconds($0) })
    #expect(boundaries.map(\.completedLoops) == [0, 1, 2, 2])
  }

  /// The loop is longer than the read-ahead: each pass is read while the previous one is played.
  @Test func aLongLoopIsReadAheadAcrossItsWrap() {
    let stage = Stage(FakeMedia(frameCount: 600))
    let recorder = stage.record(interval: .seconds(100))
    stage.player.setLoop(PlaybackLoop(from: .seconds(2), to: .seconds(22)))
    stage.play(milliseconds: 22_000 + 20_000 * 9 + 5_000)
    let passes = Array(repeating: "looped 2000 playing", count: 10)
    #expect(recorder.story == ["started 0 playing"] + passes)
    #expect(
      recorder.values.dropFirst().enumerated().allSatisfy { index, value in
        value.hostInstant.nanoseconds == 23_000_000_000 + Int64(index) * 20_000_000_000
      })
    #expect(stage.player.currentTime() == .seconds(7))
    #expect(stage.player.playedRanges == [.zero..<(.seconds(22))])
    #expect(stage.player.playedTime == .seconds(207))
  }

  @Test func theWholeMediaLoopsWithoutEnd() {
    let stage = Stage(FakeMedia(frameCount: 200, declaring: 60_000))
    let recorder = stage.record(interval: .seconds(100))
    stage.player.setLoop(PlaybackLoop())
    stage.play(milliseconds: 8_000 * 100 + 1)
    #expect(recorder.values.filter { $0.cause == .looped }.count == 100)
    #expect(recorder.values.allSatisfy { $0.state == .playing })
    #expect(stage.player.currentTime() == .milliseconds(1))
  }

  /// Neither the length nor the rate is a whole number of nanoseconds; the position after many passes
  /// is still exact.
  @Test func noRoundingAddsUpOverManyPasses() throws {
    let stage = Stage(FakeMedia(frameCount: 500))
    let third = MediaTime(ticks: 1, timebase: Timebase(1, 3))
    stage.player.setLoop(PlaybackLoop(from: .zero, to: third))
    stage.player.setRate(Rate(7, 11))
    stage.advance(milliseconds: 0)
    for _ in 0..<100 { stage.advance(milliseconds: 997) }
    // 99.7 s at 7/11 are 63.4454545… s: 190 passes of 1/3 s and 0.1121212… s.
    let position = stage.player.currentTime().nanoseconds(rounding: .down)
    #expect(abs(position - 112_121_212) <= 1)
  }

  /// The wrap is between two nanoseconds, so the first reading is up to a nanosecond past the start of
  /// the range; the boundary at the start must still be published.
  @Test func atAnOddRateAPassBeginsWithTheBoundaryAtItsStart() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    let schedule = Schedule.frames.union(.times([.seconds(1)]))
    stage.player.progressPublisher(on: schedule).subscribe(recorder)
    stage.load()
    stage.player.setLoop(PlaybackLoop(from: .seconds(1), to: .milliseconds(1_990), count: 3))
    stage.player.beginSeek(to: .milliseconds(1_960))
    stage.player.setRate(Rate(7, 1))
    stage.advance(milliseconds: 200)
    let boundaries = recorder.values.filter { $0.boundary != nil }
      .map { $0.due.nanoseconds(rounding: .down) / 1_000_000 }
    let pass = Array(stride(from: Int64(1_000), to: 1_990, by: 40))
    #expect(boundaries == [1_960] + pass + pass.prefix(10))
    #expect(recorder.values.filter { $0.boundary?.isGivenTime == true }.count == 2)
    let looped = recorder.values.filter { $0.cause == .looped }
    #expect(looped.map(\.due) == [.seconds(1), .seconds(1)])
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
    #expect(stage.player.playedRanges.map(\.lowerBound) == [.seconds(1)])
  }

  /// A pass shorter than the interval, at the greatest rate: 320 passes a second.
  @Test func aLoopShorterThanTheIntervalLosesNoPass() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = stage.record(interval: .milliseconds(250))
    stage.player.setLoop(PlaybackLoop(from: .milliseconds(20), to: .milliseconds(70)))
    stage.player.setRate(Rate(16, 1))
    stage.advance(milliseconds: 1_000)
    let looped = recorder.values.filter { $0.cause == .looped }
    // 16,000 ms − 70 ms, in steps of 50 ms.
    #expect(looped.map(\.completedLoops) == Array(1...319))
    #expect(looped.allSatisfy { $0.position == .milliseconds(20) })
    #expect(recorder.values.allSatisfy { $0.state == .playing })
    #expect(stage.player.currentTime() == .milliseconds(50))
    #expect(stage.player.playedTime == .seconds(16))
  }

  /// All threads are late by 10 s: no pass is lost, and the number of values is bounded.
  @Test func manyOverduePassesAreAllCounted() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = stage.record(interval: .milliseconds(250))
    stage.player.setLoop(PlaybackLoop(to: .milliseconds(40)))
    stage.play(milliseconds: 100)
    stage.clock.skip(by: .seconds(10))
    stage.advance(milliseconds: 0)
    #expect(recorder.values.last?.completedLoops == 252)
    #expect(recorder.values.count < 50)
    #expect(stage.player.currentTime() == .milliseconds(20))
    #expect(stage.player.playedTime == .milliseconds(10_100))
  }

  @Test func aLoopOfANanosecondDoesNotSpin() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = stage.record()
    stage.player.setLoop(PlaybackLoop(to: .nanoseconds(1)))
    stage.player.setRate(Rate(16, 1))
    stage.advance(milliseconds: 10)
    #expect(stage.player.currentTime() < .nanoseconds(16))
    #expect(recorder.values.count < 10 * 40)
    #expect(stage.player.playedTime >= .milliseconds(159))
    stage.player.setLoop(nil)
    stage.advance(milliseconds: 100)
    #expect(stage.player.currentTime() >= .milliseconds(1_600))
  }

  @Test func theEndOfTheMediaEndsTheRange() {
    let stage = Stage(FakeMedia(frameCount: 50))
    let recorder = stage.record(interval: .seconds(10))
    stage.player.setLoop(PlaybackLoop(from: .seconds(1), to: .seconds(60), count: 2))
    stage.play(milliseconds: 9_000)
    #expect(recorder.story == ["started 0 playing", "looped 1000 playing", "ended 2000 ended"])
  }

  @Test func aLoopBeyondTheMediaHasNoEffect() {
    let stage = Stage(FakeMedia(frameCount: 50))
    let recorder = stage.record(interval: .seconds(10))
    stage.player.setLoop(PlaybackLoop(from: .seconds(2), to: .seconds(60)))
    stage.play(milliseconds: 9_000)
    #expect(recorder.story == ["started 0 playing", "ended 2000 ended"])
  }

  @Test func aForwardEndStopsInsideTheRangeOrAfterTheLastPass() {
    for (end, story) in [
      (Int64(700), ["started 0 playing", "boundary 700 paused"]),
      (1_000, ["started 0 playing", "looped 500 playing", "boundary 1000 paused"]),
      (1_200, ["started 0 playing", "looped 500 playing", "boundary 1200 paused"]),
    ] {
      let stage = Stage(FakeMedia(frameCount: 50))
      let recorder = stage.record(interval: .seconds(10))
      stage.player.setLoop(PlaybackLoop(from: .milliseconds(500), to: .seconds(1), count: 2))
      stage.player.setForwardPlaybackEnd(.milliseconds(end))
      stage.play(milliseconds: 9_000)
      #expect(recorder.story == story)
    }
  }

  @Test func aSeekBeyondTheRangeLeavesItAndASeekBeforeItEntersIt() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = stage.record(interval: .seconds(100))
    stage.player.setLoop(PlaybackLoop(from: .seconds(1), to: .seconds(2)))
    stage.play(milliseconds: 2_500)
    stage.player.beginSeek(to: .seconds(3))
    stage.advance(milliseconds: 5_000)
    #expect(stage.player.currentTime() == .seconds(8))
    stage.player.beginSeek(to: .milliseconds(500))
    stage.advance(milliseconds: 1_600)
    #expect(stage.player.currentTime() == .milliseconds(1_100))
    #expect(recorder.values.last?.completedLoops == 2)
    stage.player.setLoop(nil)
    stage.advance(milliseconds: 18_900)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == .seconds(20))
  }

  @Test func aLoopFailsAtItsWrapIfTheSourceCannotSeekBack() {
    let stage = Stage(FakeMedia(frameCount: 100, isSeekable: false))
    let recorder = stage.record(interval: .seconds(10))
    stage.player.setLoop(PlaybackLoop(to: .seconds(1)))
    stage.play(milliseconds: 2_000)
    #expect(recorder.story == ["started 0 playing", "failed 1000 failed"])
    #expect(stage.player.status == .failed(MediaError(.seek, of: "fake", reason: .notSeekable)))
  }

  /// After each seek nothing can be read for 2 s: the playhead waits at the start and publishes it.
  @Test func aLoopOfASlowSourceWaitsAtItsStart() {
    let info = FakeMedia(frameCount: 100).info
    let steps = [.pause(.seconds(2))] + FakeMedia.frames(0..<100)
    let stage = Stage(FakeMedia(info: info, steps: [FakeMedia.frames(0..<1)[0]] + steps))
    let recorder = stage.record(interval: .seconds(10))
    stage.player.setLoop(PlaybackLoop(to: .milliseconds(400), count: 2))
    stage.play(milliseconds: 8_000)
    #expect(
      recorder.story == [
        "started 0 playing", "stalled 40 stalled", "resumed 40 playing", "looped 0 playing",
        "ended 4000 ended",
      ])
    #expect(stage.player.stalledTime == .milliseconds(1_960))
  }

  @Test func aSeekErrorAtTheWrapIsReportedOnceThePassIsPlayed() {
    let error = MediaError(.seek, of: "fake", reason: .damaged)
    let stage = Stage(FakeMedia(frameCount: 100, failingToSeekWith: error))
    let recorder = stage.record(interval: .seconds(10))
    stage.player.setLoop(PlaybackLoop(to: .seconds(1)))
    stage.play(milliseconds: 3_000)
    #expect(recorder.values.map(\.state).last == .failed)
    #expect(stage.player.status == .failed(error))
    #expect(recorder.values.last?.hostInstant.nanoseconds == 2_000_000_000)
  }

  @Test func pauseRateAndSeekInsideALoopKeepItsCount() {
    let stage = Stage(FakeMedia(frameCount: 500))
    stage.player.setLoop(PlaybackLoop(from: .seconds(1), to: .seconds(3), count: 4))
    stage.play(milliseconds: 3_500)
    stage.player.pause()
    stage.advance(milliseconds: 700)
    stage.player.setRate(Rate(2, 1))
    #expect(stage.player.currentTime() == .milliseconds(1_500))
    stage.advance(milliseconds: 1_000)
    #expect(stage.player.currentTime() == .milliseconds(1_500))
    stage.player.beginSeek(to: .milliseconds(2_900))
    stage.advance(milliseconds: 100)
    #expect(stage.player.currentTime() == .milliseconds(1_100))
    // The fourth pass is the last: playback continues beyond the range.
    stage.advance(milliseconds: 2_000)
    #expect(stage.player.currentTime() == .milliseconds(5_100))
  }
}
