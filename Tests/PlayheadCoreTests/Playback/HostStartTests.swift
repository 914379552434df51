import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadLocking
import Testing
import PlayheadTimekeeping

/// Starts at a host instant, on a manual clock that begins at 1 s.
@Suite struct HostStartTests {
  private func instant(_ milliseconds: Int64) -> HostInstant {
    HostInstant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func aStartInTheFutureWaitsAtItsTimeAndIsExact() {
    let stage = Stage(FakeMedia(frameCount: 500))
    stage.load()
    let recorder = stage.record(interval: .seconds(1))
    stage.player.beginRate(Rate(2, 1), time: .seconds(3), atHostTime: instant(5_000))
    #expect(stage.player.playbackState == .waiting)
    #expect(stage.player.currentTime() == .seconds(3))
    #expect(stage.player.rate == Rate(2, 1))
    stage.advance(milliseconds: 3_999)
    #expect(stage.player.currentTime() == .seconds(3))
    stage.advance(milliseconds: 1_001)
    #expect(stage.player.currentTime() == .seconds(5))
    #expect(
      recorder.story == [
        "jumped 3000 paused", "started 3000 playing", "interval 4000 playing",
        "interval 5000 playing",
      ])
    #expect(recorder.values[1].hostInstant == instant(5_000))
    #expect(stage.player.stalledTime == .zero)
  }

  @Test func readingContinuesAfterTheStart() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    stage.load()
    let recorder = stage.record(interval: .seconds(100))
    stage.player.beginRate(.normal, atHostTime: instant(2_000))
    stage.advance(milliseconds: 50_000)
    #expect(recorder.story == ["jumped 0 paused", "started 0 playing", "ended 40000 ended"])
  }

  @Test func playersStartTogetherEvenIfTheirThreadsRunLate() {
    let clock = ManualHostClock(now: instant(1_000))
    let players = (0..<3).map { _ in Player(media: FakeMedia(frameCount: 500), clock: clock) }
    for player in players {
      player.beginRate(.normal, time: .seconds(1), atHostTime: instant(2_000))
      clock.advance(by: .milliseconds(10))
    }
    clock.skip(by: .milliseconds(1_500))
    #expect(players.map { $0.currentTime() } == Array(repeating: .milliseconds(1_530), count: 3))
    clock.advance(by: .seconds(1))
    #expect(players.map { $0.currentTime() } == Array(repeating: .milliseconds(2_530), count: 3))
  }

  @Test func aStartInThePastContinuesWhereItWouldBeNow() {
    let stage = Stage(FakeMedia(frameCount: 1_000))
    let recorder = stage.record(interval: .seconds(100))
    stage.load()
    stage.advance(milliseconds: 9_000)
    stage.player.beginRate(Rate(3, 2), time: .seconds(4), atHostTime: instant(2_000))
    #expect(stage.player.currentTime() == .seconds(16))
    stage.advance(milliseconds: 1_000)
    #expect(stage.player.currentTime() == .milliseconds(17_500))
    #expect(recorder.story == ["jumped 16000 paused", "started 16000 playing"])
  }

  /// The first packet is read 3 s after the instant, so these 3 s are skipped.
  @Test func mediaThatIsReadTooLateIsSkipped() {
    let info = FakeMedia(frameCount: 1, isSeekable: false).info
    let stage = Stage(
      FakeMedia(info: info, steps: [.pause(.seconds(4))] + FakeMedia.frames(0..<500)))
    let recorder = stage.record(interval: .seconds(100))
    stage.player.beginRate(.normal, time: .milliseconds(500), atHostTime: instant(2_000))
    stage.advance(milliseconds: 6_000)
    #expect(stage.player.currentTime() == .milliseconds(5_500))
    #expect(recorder.story.last == "started 3500 playing")
    #expect(stage.player.playedTime == .seconds(2))
    #expect(stage.player.playedRanges == [.milliseconds(3_500)..<(.milliseconds(5_500))])
  }

  /// Skips more than the longest read-ahead, in a source that cannot seek.
  @Test func aLateStartReadsForwardToItsPosition() {
    let info = FakeMedia(frameCount: 1, isSeekable: false).info
    let stage = Stage(
      FakeMedia(info: info, steps: [.pause(.seconds(60))] + FakeMedia.frames(0..<2_500)))
    stage.player.beginRate(.normal, atHostTime: instant(1_500))
    stage.advance(milliseconds: 70_000)
    #expect(stage.player.currentTime() == .milliseconds(69_500))
  }

  @Test func aPauseBeforeTheInstantCancelsTheStart() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = stage.record(interval: .seconds(1))
    stage.load()
    stage.player.beginRate(.normal, time: .seconds(2), atHostTime: instant(3_000))
    stage.advance(milliseconds: 1_000)
    stage.player.pause()
    stage.advance(milliseconds: 5_000)
    #expect(stage.player.currentTime() == .seconds(2))
    #expect(recorder.story == ["jumped 2000 paused", "paused 2000 paused"])
    #expect(!stage.clock.advanceToNext())
  }

  @Test func playOrASeekBeforeTheInstantStartsAtOnce() {
    for isSeek in [false, true] {
      let stage = Stage(FakeMedia(frameCount: 500))
      stage.load()
      stage.player.beginRate(.normal, time: .seconds(2), atHostTime: instant(9_000))
      stage.advance(milliseconds: 1_000)
      if isSeek { stage.player.beginSeek(to: .seconds(2)) } else { stage.player.play() }
      stage.advance(milliseconds: 500)
      #expect(stage.player.currentTime() == .milliseconds(2_500))
    }
  }

  @Test func aPlayingPlayerWaitsForTheInstant() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = stage.record(interval: .seconds(100))
    stage.play(milliseconds: 1_000)
    stage.player.beginRate(.normal, atHostTime: instant(4_000))
    stage.advance(milliseconds: 3_000)
    #expect(stage.player.currentTime() == .seconds(2))
    #expect(
      recorder.story == ["started 0 playing", "jumped 1000 paused", "started 1000 playing"])
  }

  @Test func aStartAtRateZeroPausesAtItsTime() {
    let stage = Stage(FakeMedia(frameCount: 500))
    stage.play(milliseconds: 1_000)
    stage.player.beginRate(.paused, time: .seconds(3), atHostTime: instant(9_000))
    #expect(stage.player.playbackState == .paused)
    stage.advance(milliseconds: 20_000)
    #expect(stage.player.currentTime() == .seconds(3))
  }

  @Test func aStartBeyondTheEndEndsPlayback() {
    let stage = Stage(FakeMedia(frameCount: 50))
    stage.load()
    stage.advance(milliseconds: 9_000)
    stage.player.beginRate(.normal, time: .zero, atHostTime: instant(1_000))
    stage.advance(milliseconds: 0)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == .seconds(2))
  }

  @Test func aSourceThatCannotSeekBackReportsItAndContinues() {
    let stage = Stage(FakeMedia(frameCount: 500, isSeekable: false))
    let reasons = Locked<[MediaError.Reason]>([])
    stage.play(milliseconds: 1_000)
    stage.player.beginRate(.normal, time: .zero, atHostTime: instant(3_000)) { result in
      if case .failure(let error) = result { reasons.withLock { $0.append(error.reason) } }
    }
    stage.advance(milliseconds: 1_000)
    #expect(reasons.withLock { $0 } == [.notSeekable])
    #expect(stage.player.currentTime() == .seconds(2))
  }

  @Test func aSeekBeforeTheMediaIsOpenCancelsTheStart() {
    let stage = Stage(FakeMedia(frameCount: 500))
    stage.player.beginRate(.normal, time: .zero, atHostTime: instant(9_000))
    stage.player.beginSeek(to: .seconds(1))
    stage.advance(milliseconds: 500)
    #expect(stage.player.playbackState == .playing)
    #expect(stage.player.currentTime() == .milliseconds(1_500))
  }

  @Test func atTheEndNothingHappensUnlessATimeIsGiven() {
    let stage = Stage(FakeMedia(frameCount: 50))
    let recorder = stage.record(interval: .seconds(100))
    let landed = Locked<[MediaTime]>([])
    stage.play(milliseconds: 3_000)
    stage.player.beginRate(.normal, atHostTime: instant(5_000)) { result in
      if case .success(let seek) = result { landed.withLock { $0.append(seek.landed) } }
    }
    stage.advance(milliseconds: 3_000)
    #expect(stage.player.playbackState == .ended)
    #expect(landed.withLock { $0 } == [.seconds(2)])
    #expect(recorder.story == ["started 0 playing", "ended 2000 ended"])
    stage.player.beginRate(.normal, time: .seconds(1), atHostTime: instant(8_000))
    stage.advance(milliseconds: 1_500)
    #expect(stage.player.currentTime() == .milliseconds(1_500))
  }

  /// Playback continues at the loop's start, not at the position without a loop.
  @Test func aStartBeyondALoopsEndBeginsAtTheLoopsStart() {
    let stage = Stage(FakeMedia(frameCount: 50))
    stage.load()
    stage.advance(milliseconds: 9_000)
    stage.player.setLoop(PlaybackLoop())
    stage.player.beginRate(.normal, time: .zero, atHostTime: instant(1_000))
    stage.advance(milliseconds: 500)
    #expect(stage.player.playbackState == .playing)
    #expect(stage.player.currentTime() == .milliseconds(500))
  }
}
