import Dispatch
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// Boundaries on the manual clock: each is delivered once for each crossing.
@Suite struct ScheduleTests {
  private func record(
    _ stage: Stage, _ schedule: Schedule, asking demand: Subscribers.Demand = .unlimited,
    again: Subscribers.Demand = .none
  ) -> RecordingSubscriber<PlayheadProgress, Never> {
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(
      asking: demand, onValue: { _, _ in again })
    stage.player.progressPublisher(on: schedule).subscribe(recorder)
    return recorder
  }

  private func times(_ milliseconds: [Int64]) -> Schedule {
    .times(milliseconds.map { .milliseconds($0) })
  }

  private func dues(_ recorder: RecordingSubscriber<PlayheadProgress, Never>) -> [Int64] {
    recorder.values.filter { $0.boundary != nil }
      .map { $0.due.nanoseconds(rounding: .down) / 1_000_000 }
  }

  @Test func eachGivenTimeIsDeliveredOnceAtItsPosition() {
    let stage = Stage(FakeMedia(frameCount: 25))
    let recorder = record(stage, times([700, 300, 301, 300, -5, 2_000]))
    stage.player.play()
    stage.advance(milliseconds: 2_000)
    #expect(
      recorder.story == [
        "started 0 playing", "boundary 300 playing", "boundary 301 playing", "boundary 700 playing",
        "ended 1000 ended",
      ])
    #expect(recorder.values[1].boundary == Boundary(isGivenTime: true))
    #expect(recorder.values.last?.boundary == nil && recorder.violations.isEmpty)
  }

  /// If playback stops before a boundary, or at it, no timer waits for that boundary.
  @Test(arguments: [2_000, 3_000])
  func aBoundaryAfterARemovedEndIsDelivered(end: Int64) {
    let stages = (0..<3).map { _ in Stage(FakeMedia(frameCount: 100)) }
    let recorders = stages.map { record($0, times([1_000, 3_000])) }
    stages[0].player.setLoop(PlaybackLoop(to: .milliseconds(end)))
    stages[1].player.setForwardPlaybackEnd(.milliseconds(end))
    stages[2].player.setForwardPlaybackEnd(.milliseconds(end))
    for stage in stages {
      stage.player.play()
      stage.advance(milliseconds: 1_500)
    }
    stages[0].player.setLoop(nil)
    stages[1].player.setForwardPlaybackEnd(nil)
    stages[2].player.setForwardPlaybackEnd(.milliseconds(3_500))
    for (stage, recorder) in zip(stages, recorders) {
      stage.advance(milliseconds: 1_600)
      #expect(dues(recorder) == [1_000, 3_000])
      #expect(recorder.values.last?.position == .seconds(3))
    }
  }

  @Test func whatFallsTogetherIsOneValue() {
    let stage = Stage(FakeMedia(frameCount: 25))
    let schedule = times([0, 500, 600, 1_000]).union(.interval(.milliseconds(250)))
      .union(.percentages([50, 100]))
    let recorder = record(stage, schedule)
    stage.player.play()
    stage.advance(milliseconds: 600)
    stage.player.pause()
    stage.player.play()
    stage.advance(milliseconds: 2_000)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 250 playing", "boundary 500 playing", "boundary 600 playing",
        "paused 600 paused", "started 600 playing", "interval 750 playing", "ended 1000 ended",
      ])
    #expect(dues(recorder) == [0, 500, 600, 1_000])
    #expect(recorder.values[2].boundary == Boundary(percentage: 50, isGivenTime: true))
    #expect(recorder.values.last?.boundary == Boundary(percentage: 100, isGivenTime: true))
  }

  @Test func aSeekOverBoundariesDeliversOnlyThoseCrossedBeforeAndAfterIt() {
    let stage = Stage(FakeMedia(frameCount: 250))
    let recorder = record(stage, times([100, 2_000, 5_000, 6_000]))
    stage.player.play()
    stage.advance(milliseconds: 50)
    // The queue is blocked while 100 is crossed, until after the seek.
    stage.clock.skip(by: .milliseconds(100))
    stage.player.beginSeek(to: .seconds(5))
    stage.advance(milliseconds: 500)
    stage.player.beginSeek(to: .milliseconds(1_990))
    stage.advance(milliseconds: 20)
    #expect(dues(recorder) == [100, 5_000, 2_000])
    #expect(recorder.values[1].position == .milliseconds(150))
    #expect(recorder.values[1].state == .playing && recorder.values[1].cause == .boundary)
    #expect(recorder.values[2].cause == .seeked && recorder.values[2].boundary == nil)
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  @Test func aSeekToABoundaryWhilePausedDeliversItWithTheStart() {
    let stage = Stage(FakeMedia(frameCount: 250))
    let recorder = record(stage, times([3_000]))
    stage.load()
    stage.player.beginSeek(to: .seconds(3))
    stage.advance(milliseconds: 100)
    #expect(recorder.values.map(\.cause) == [.seeked] && dues(recorder).isEmpty)
    #expect(!stage.clock.advanceToNext())
    stage.player.play()
    stage.advance(milliseconds: 100)
    #expect(recorder.story.last == "started 3000 playing" && dues(recorder) == [3_000])
    stage.player.pause()
    stage.player.beginSeek(to: .seconds(3))
    stage.player.play()
    stage.advance(milliseconds: 100)
    #expect(dues(recorder) == [3_000, 3_000])
  }

  @Test(arguments: [Rate(1, 10), .normal, Rate(7, 3), Rate(16, 1)])
  func noneIsLostAtAnyRateHoweverLateTheQueueIs(rate: Rate) {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    let all = (0..<2_000).map { Int64($0) * 20 + 7 }
    let recorder = record(stage, times(all))
    stage.player.setRate(rate)
    for _ in 0..<1_000 where stage.player.playbackState != .ended {
      stage.clock.skip(by: .milliseconds(333))
      stage.advance(milliseconds: 1)
    }
    let reached = stage.player.currentTime().nanoseconds(rounding: .down) / 1_000_000
    #expect(dues(recorder) == all.filter { $0 <= reached } && reached > 30_000)
    #expect(recorder.values.map(\.position) == recorder.values.map(\.position).sorted())
    #expect(recorder.values.allSatisfy { $0.position >= $0.due && $0.skipped == 0 })
  }

  @Test func withoutDemandTheyAreDroppedAndCounted() {
    let stage = Stage(FakeMedia(frameCount: 250))
    let recorder = record(stage, times([0, 100, 200, 300, 400, 500, 600]), asking: .max(2))
    stage.player.play()
    stage.advance(milliseconds: 350)
    #expect(dues(recorder) == [0, 100])
    var woken = 0
    while woken < 30, stage.player.playbackState == .playing, stage.clock.advanceToNext() {
      woken += 1
    }
    #expect(woken < 30)
    let other = Stage(FakeMedia(frameCount: 250))
    let counted = record(other, times([0, 100, 200, 300, 400, 500, 600]), asking: .max(2))
    other.player.play()
    other.advance(milliseconds: 350)
    counted.request(.unlimited)
    // Crossed after the request, although the queue is late.
    other.clock.skip(by: .milliseconds(100))
    other.advance(milliseconds: 300)
    #expect(dues(counted) == [0, 100, 400, 500, 600])
    #expect(counted.values.map(\.skipped) == [0, 0, 2, 0, 0])
  }

  @Test func askedForOneByOneAllComeHoweverLate() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = record(
      stage, times([10, 11, 12, 500, 501, 502, 503]), asking: .max(1), again: .max(1))
    stage.player.play()
    stage.advance(milliseconds: 1)
    stage.clock.skip(by: .milliseconds(900))
    stage.advance(milliseconds: 1)
    #expect(dues(recorder) == [10, 11, 12, 500, 501, 502, 503])
    #expect(recorder.violations.isEmpty && recorder.values.allSatisfy { $0.skipped == 0 })
  }

  @Test func manyDiscontinuitiesAreBoundedAndASeekDeliversNoBoundaryBetween() {
    let stage = Stage(FakeMedia(frameCount: 2_500))
    let recorder = record(stage, times(Array(stride(from: 50, to: 100_050, by: 100))))
    stage.player.play()
    stage.advance(milliseconds: 10)
    for round in 0..<200 {
      stage.player.beginSeek(to: .milliseconds(Int64(round) * 400 + 20))
      stage.advance(milliseconds: 0)
      // Only time passes: 50 ms after each seek a boundary is crossed.
      stage.clock.skip(by: .milliseconds(60))
    }
    stage.player.pause()
    stage.advance(milliseconds: 0)
    #expect(dues(recorder) == Array(stride(from: 50, to: 80_050, by: 400)))
  }

  @Test func percentagesFollowTheDurationAndOneHundredIsTheEnd() {
    // It declares 60 s and is 8 s long.
    let stage = Stage(FakeMedia(frameCount: 200, declaring: 60_000))
    let recorder = record(stage, .percentages([0, 25, 50, 75, 100]))
    stage.player.play()
    stage.advance(milliseconds: 20_000)
    #expect(recorder.values.compactMap { $0.boundary?.percentage } == [0, 25, 50, 75, 100])
    #expect(dues(recorder) == [0, 2_000, 4_000, 6_000, 8_000])
    #expect(recorder.values.last?.cause == .ended)
    // Those before the playhead when the true end was read are delivered then.
    #expect((recorder.values[1].position.seconds) > 2)
  }

  /// The media ends after 60 s instead of 100 s, which is known when it has been read to its end.
  @Test func percentagesComeInTimeOnceTheEndIsKnownEarlierThanDeclared() throws {
    let stage = Stage(FakeMedia(frameCount: 1_500, declaring: 100_000))
    let recorder = record(stage, .percentages([75, 95]))
    stage.player.play()
    stage.advance(milliseconds: 54_000)
    #expect(recorder.values.count == 1 && stage.player.duration?.isExact == false)
    while stage.player.duration?.isExact == false { stage.advance(milliseconds: 1) }
    let known = stage.player.currentTime()
    #expect(known < .seconds(57))
    stage.advance(milliseconds: 5_000)
    let boundaries = recorder.values.filter { $0.cause == .boundary }
    #expect(boundaries.map(\.due) == [.seconds(45), .seconds(57)])
    let late = try #require(boundaries.first).position
    #expect(late <= known && late > known - .milliseconds(2))
    #expect(boundaries.last?.position == .seconds(57))
  }

  @Test func percentagesOfARightEstimateComeInTime() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = record(stage, .percentages(every: 12.5))
    stage.player.setRate(Rate(16, 1))
    stage.advance(milliseconds: 5_000)
    #expect(dues(recorder) == (1...8).map { Int64($0) * 2_500 })
    #expect(recorder.values.allSatisfy { $0.position == $0.due })
  }

  @Test func aSeekToTheEndDoesNotDeliverOneHundredPercent() {
    let stage = Stage(FakeMedia(frameCount: 50))
    let recorder = record(stage, .percentages([50, 100]))
    stage.player.play()
    stage.advance(milliseconds: 100)
    stage.player.beginSeek(to: .seconds(2))
    stage.advance(milliseconds: 100)
    #expect(recorder.values.last?.cause == .ended && dues(recorder).isEmpty)
  }

  @Test func chaptersAreDeliveredWithTheirIndex() {
    var info = FakeMedia(frameCount: 100, start: 5_000).info
    info.chapters = [4_000, 6_000, 7_500].map {
      Chapter(start: .milliseconds($0), end: .milliseconds($0 + 1_000), title: nil)
    }
    let stage = Stage(
      FakeMedia(info: info, steps: FakeMedia.frames(0..<100, start: 5_000)))
    let recorder = record(stage, .chapters)
    stage.player.play()
    stage.advance(milliseconds: 5_000)
    #expect(dues(recorder) == [0, 1_000, 2_500])
    #expect(recorder.values.compactMap { $0.boundary?.chapter } == [0, 1, 2])
  }

  @Test func aStallLosesNoBoundary() {
    let stage = Stage(.pausing(for: .seconds(2), after: 5, of: 50))
    let recorder = record(stage, times([100, 200, 300]))
    let frames = record(stage, .frames)
    stage.player.play()
    stage.advance(milliseconds: 6_000)
    #expect(dues(recorder) == [100, 200, 300])
    #expect(dues(frames) == (0..<50).map { Int64($0) * 40 })
    #expect(frames.values.allSatisfy { $0.skipped == 0 })
  }
}
