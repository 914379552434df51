import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadLocking
import Testing
import PlayheadTimekeeping

/// Playback through the public interface, on a manual clock: exact to the nanosecond.
@Suite struct PlaybackTests {
  @Test func aFileIsPlayedToItsExactEnd() throws {
    // 25 frames of 40 ms, presented from 0 to 1 s.
    let stage = Stage(FakeMedia(frameCount: 25))
    let recorder = stage.record()
    stage.play(milliseconds: 5_000)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 250 playing", "interval 500 playing", "interval 750 playing",
        "ended 1000 ended",
      ])
    let last = try #require(recorder.values.last)
    #expect(last.position == .seconds(1))
    #expect(last.duration == MediaDuration(time: .seconds(1), isExact: true))
    #expect(last.fraction == 1)
    #expect(last.rate == .paused)
    #expect(last.hostInstant == HostInstant(nanoseconds: 2_000_000_000))
    #expect(recorder.values.allSatisfy { $0.position == $0.due })
    #expect(recorder.violations.isEmpty)
    #expect(recorder.completion == nil)
  }

  @Test func zeroIsThePresentedStart() {
    for start in [Int64(3_600_000), -5_000, 83] {
      let stage = Stage(FakeMedia(frameCount: 25, start: start))
      let recorder = stage.record(interval: .milliseconds(500))
      stage.play(milliseconds: 2_000)
      #expect(recorder.story == ["started 0 playing", "interval 500 playing", "ended 1000 ended"])
    }
  }

  @Test func theEndIsMeasuredAndNotDeclared() throws {
    let stage = Stage(FakeMedia(frameCount: 200, declaring: 60_000))
    stage.load()
    // 5 s of 8 s have been read: the declared duration is still the estimate.
    #expect(stage.player.duration == MediaDuration(time: .seconds(60), isExact: false))
    let recorder = stage.record(interval: .seconds(4))
    stage.play(milliseconds: 9_000)
    #expect(recorder.story == ["started 0 playing", "interval 4000 playing", "ended 8000 ended"])
    #expect(recorder.values.last?.duration == MediaDuration(time: .seconds(8), isExact: true))
  }

  @Test func thePublishedDurationIsNeverLessThanThePosition() {
    let stage = Stage(FakeMedia(frameCount: 400, declaring: 1_000))
    let recorder = stage.record(interval: .milliseconds(100))
    stage.play(milliseconds: 20_000)
    #expect(recorder.values.allSatisfy { $0.position <= $0.duration?.time ?? .zero })
    #expect(recorder.values.filter { $0.fraction == 1 }.map(\.cause) == [.ended])
  }

  @Test func pauseAndPlayAreExactAndNoTimerIsArmedBetween() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = stage.record(interval: .seconds(1))
    stage.play(milliseconds: 1_300)
    stage.player.pause()
    #expect(stage.player.currentTime() == .milliseconds(1_300))
    stage.advance(milliseconds: 0)
    #expect(!stage.clock.advanceToNext())
    stage.advance(milliseconds: 10_000)
    #expect(stage.player.currentTime() == .milliseconds(1_300))
    #expect(stage.player.rate == .paused)
    stage.play(milliseconds: 800)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 1000 playing", "paused 1300 paused", "started 1300 playing",
        "interval 2000 playing",
      ])
  }

  @Test func aRateChangeDoesNotJump() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = stage.record(interval: .seconds(1))
    stage.play(milliseconds: 1_500)
    stage.player.setRate(Rate(2, 1))
    #expect(stage.player.currentTime() == .milliseconds(1_500))
    stage.advance(milliseconds: 1_000)
    stage.player.setRate(Rate(1, 2))
    #expect(stage.player.currentTime() == .milliseconds(3_500))
    stage.advance(milliseconds: 1_000)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 1000 playing", "rate-changed 1500 playing",
        "interval 2000 playing", "interval 3000 playing", "rate-changed 3500 playing",
        "interval 4000 playing",
      ])
  }

  @Test func aSeekLandsExactlyAndAtOnce() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = stage.record(interval: .seconds(1))
    let results = Locked<[SeekResult?]>([])
    stage.play(milliseconds: 1_200)
    stage.player.beginSeek(to: .milliseconds(15_001)) { result in
      results.withLock { $0.append(try? result.get()) }
    }
    #expect(stage.player.currentTime() == .milliseconds(15_001))
    stage.advance(milliseconds: 1_000)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 1000 playing", "jumped 15001 stalled",
        "resumed 15001 playing", "interval 16000 playing",
      ])
    let landed = MediaTime.milliseconds(15_001)
    #expect(results.withLock { $0 } == [SeekResult(target: landed, landed: landed)])
  }

  @Test func aSeekWithinTheReadAheadDoesNotStopThePlayhead() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let recorder = stage.record(interval: .seconds(1))
    stage.play(milliseconds: 500)
    stage.player.beginSeek(to: .milliseconds(2_500))
    stage.advance(milliseconds: 600)
    #expect(
      recorder.story == ["started 0 playing", "jumped 2500 playing", "interval 3000 playing"])
  }

  @Test func seeksAreClampedToTheMedia() {
    let stage = Stage(FakeMedia(frameCount: 50))
    stage.load()
    stage.player.beginSeek(to: .seconds(-3))
    #expect(stage.player.currentTime() == .zero)
    stage.player.beginSeek(to: .seconds(99))
    #expect(stage.player.currentTime() == .seconds(2))
    let recorder = stage.record()
    stage.play(milliseconds: 0)
    #expect(recorder.story == ["ended 2000 ended"])
  }

  @Test func aSeekBeyondAnUnknownEndLandsAtTheEnd() {
    let stage = Stage(FakeMedia(frameCount: 250, declaring: 90_000))
    stage.load()
    let recorder = stage.record()
    stage.player.beginSeek(to: .seconds(80))
    stage.advance(milliseconds: 0)
    #expect(stage.player.currentTime() == .seconds(10))
    #expect(recorder.story == ["jumped 80000 paused", "jumped 10000 paused"])
  }

  @Test(arguments: [MediaTime.seconds(.max), .nanoseconds(.max), .seconds(.min)])
  func seeksToTheEndsOfCountingNeitherTrapNorWrap(target: MediaTime) {
    let stage = Stage(FakeMedia(frameCount: 2_000, declaring: 1_000_000))
    let recorder = stage.record(interval: .nanoseconds(1), asking: .max(1), again: .max(1))
    stage.load()
    stage.player.beginSeek(to: target)
    #expect(stage.player.currentTime() >= .zero)
    stage.advance(milliseconds: 0)
    #expect(stage.player.currentTime() == (target < .zero ? .zero : .seconds(80)))
    #expect(recorder.violations.isEmpty)
  }

  @Test func hostileTimestampsNeitherTrapNorWrap() {
    for ticks in [Int64.max, .min, .max / 2, .min / 2, 0, -1] {
      for duration in [Int64.max, 1, nil] {
        for start in [Int64.min, 0, .max, nil] {
          for timebase in [Timebase.milliseconds, Timebase(.max, 1), Timebase(1, .max)] {
            var track = MediaTrack(index: 0, kind: .video, timebase: timebase)
            track.startTicks = start
            track.durationTicks = duration
            let packets = [ticks, 0, ticks].map {
              FakeMedia.Step.packet(
                PacketTiming(track: 0, presentationTicks: $0, durationTicks: duration))
            }
            let stage = Stage(
              FakeMedia(
                info: MediaInfo(name: "h", container: "c", tracks: [track], isSeekable: true),
                steps: packets))
            let recorder = stage.record(interval: .nanoseconds(1), asking: .max(3))
            stage.play(milliseconds: 1)
            stage.player.beginSeek(to: .seconds(.max))
            stage.advance(milliseconds: 1)
            let values = recorder.values
            #expect(values.allSatisfy { $0.position >= .zero && $0.skipped >= 0 })
          }
        }
      }
    }
  }

  @Test func playbackBeginsAtASeekMadeBeforeLoading() {
    let stage = Stage(FakeMedia(frameCount: 500))
    stage.player.beginSeek(to: .seconds(12))
    let recorder = stage.record(interval: .seconds(1))
    stage.play(milliseconds: 1_500)
    #expect(recorder.story == ["started 12000 playing", "interval 13000 playing"])
  }

  @Test func ofManySeeksTheLastWins() {
    let stage = Stage(FakeMedia(frameCount: 500))
    stage.load()
    let results = Locked<[String]>([])
    for target in 1...4 {
      stage.player.beginSeek(to: .seconds(Int64(4 * target))) { result in
        let text =
          switch result {
          case .success(let seek): "landed \(seek.landed.seconds)"
          case .failure(let error): "\(error.reason)"
          }
        results.withLock { $0.append("\(target) \(text)") }
      }
    }
    stage.advance(milliseconds: 0)
    #expect(stage.player.currentTime() == .seconds(16))
    #expect(
      results.withLock { $0 } == [
        "1 landed 4.0", "2 cancelled", "3 cancelled", "4 landed 16.0",
      ])
  }

  @Test func aSeekAfterTheEndMakesPlaybackPossibleAgain() {
    let stage = Stage(FakeMedia(frameCount: 25))
    let recorder = stage.record(interval: .seconds(10))
    stage.play(milliseconds: 1_500)
    stage.play(milliseconds: 100)
    stage.player.beginSeek(to: .milliseconds(600))
    stage.play(milliseconds: 1_000)
    #expect(
      recorder.story == [
        "started 0 playing", "ended 1000 ended", "jumped 600 paused", "started 600 playing",
        "ended 1000 ended",
      ])
  }

  @Test func playbackStopsExactlyAtTheForwardEnd() {
    let stage = Stage(FakeMedia(frameCount: 100))
    stage.player.setForwardPlaybackEnd(.milliseconds(1_500))
    let recorder = stage.record(interval: .milliseconds(500))
    stage.play(milliseconds: 5_000)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 500 playing", "interval 1000 playing",
        "boundary 1500 paused",
      ])
    stage.play(milliseconds: 600)
    #expect(recorder.story.suffix(2) == ["started 1500 playing", "interval 2000 playing"])
  }

  /// At rate 2 a stall ends with a second of media. The source has 0.72 s, and nothing more for a minute.
  @Test(arguments: ["rate", "end", "loop"])
  func aStallEndsWhenLessMediaIsEnough(after change: String) {
    let stage = Stage(
      FakeMedia(
        info: FakeMedia(frameCount: 100).info,
        steps: FakeMedia.frames(0..<25) + [.pause(.seconds(1))] + FakeMedia.frames(25..<43)
          + [.pause(.seconds(60))] + FakeMedia.frames(43..<100)))
    stage.player.setRate(2)
    stage.advance(milliseconds: 3_000)
    #expect(stage.player.playbackState == .stalled)
    switch change {
    case "rate": stage.player.setRate(.normal)
    case "end": stage.player.setForwardPlaybackEnd(.milliseconds(1_500))
    default: stage.player.setLoop(PlaybackLoop(from: .zero, to: .milliseconds(1_500)))
    }
    stage.advance(milliseconds: 1)
    #expect(stage.player.playbackState == .playing)
  }

  @Test func aSlowSourceStallsPlaybackAndItResumesByItself() {
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    track.startTicks = 0
    let info = MediaInfo(name: "slow", container: "fake", tracks: [track], isSeekable: false)
    let steps =
      FakeMedia.frames(0..<25) + [.pause(.seconds(3))] + FakeMedia.frames(25..<40)
      + [.pause(.seconds(1))] + FakeMedia.frames(40..<60)
    let stage = Stage(FakeMedia(info: info, steps: steps))
    let recorder = stage.record(interval: .seconds(10))
    stage.play(milliseconds: 2_000)
    #expect(stage.player.playbackState == .stalled)
    #expect(stage.player.rate == .normal)
    #expect(stage.player.currentTime() == .seconds(1))
    stage.advance(milliseconds: 10_000)
    #expect(
      recorder.story == [
        "started 0 playing", "stalled 1000 stalled", "resumed 1000 playing",
        "stalled 1600 stalled", "resumed 1600 playing", "ended 2400 ended",
      ])
    let instants = recorder.values.map { $0.hostInstant.nanoseconds / 1_000_000 }
    #expect(instants == [1_000, 2_000, 4_000, 4_600, 5_000, 5_800])
    #expect(recorder.values.allSatisfy { $0.duration == nil || $0.state == .ended })
  }

  @Test func aPipeSeeksForwardOnly() {
    let stage = Stage(FakeMedia(frameCount: 500, isSeekable: false))
    stage.play(milliseconds: 1_000)
    let reasons = Locked<[MediaError.Reason?]>([])
    for target in [Int64(500), 9_000] {
      stage.player.beginSeek(to: .milliseconds(target)) { result in
        let reason: MediaError.Reason? =
          if case .failure(let error) = result { error.reason } else { nil }
        reasons.withLock { $0.append(reason) }
      }
      if target == 500 { #expect(stage.player.currentTime() == .seconds(1)) }
    }
    stage.advance(milliseconds: 100)
    #expect(reasons.withLock { $0 } == [.notSeekable, nil])
    #expect(stage.player.currentTime() == .milliseconds(9_100))
  }

  @Test func readingAheadIsBounded() {
    let counter = CountingMedia(FakeMedia(frameCount: 100_000))
    let clock = ManualHostClock()
    let player = Player(media: counter, clock: clock)
    player.beginLoading()
    clock.advance(by: .zero)
    #expect(counter.count == 125)
    player.play()
    clock.advance(by: .seconds(100))
    #expect((100 * 25...106 * 25).contains(counter.count))
    player.pause()
    clock.advance(by: .zero)
    let count = counter.count
    clock.advance(by: .seconds(100))
    #expect(counter.count == count)
  }

  @Test func theReadAheadIsBoundedInBytes() {
    let packets = (0..<1_000).map { index in
      FakeMedia.Step.packet(
        PacketTiming(
          track: 0, presentationTicks: Int64(index) * 40, durationTicks: 40, byteCount: 1_048_512))
    }
    let media = FakeMedia(frameCount: 1_000)
    let counter = CountingMedia(FakeMedia(info: media.info, steps: packets))
    let clock = ManualHostClock()
    let player = Player(media: counter, clock: clock)
    player.play()
    clock.advance(by: .zero)
    #expect(counter.count == 16)
    clock.advance(by: .seconds(41))
    #expect(player.playbackState == .ended)
  }

  @Test func aShortTrackDoesNotHoldPlaybackBack() {
    var tracks = [MediaTrack.Kind.video, .audio].enumerated().map {
      MediaTrack(index: $0, kind: $1, timebase: .milliseconds)
    }
    for index in tracks.indices { tracks[index].startTicks = 0 }
    let info = MediaInfo(name: "short", container: "fake", tracks: tracks, isSeekable: true)
    let sound = PacketTiming(track: 1, presentationTicks: 0, durationTicks: 40)
    let steps = [.packet(sound)] + FakeMedia.frames(0..<500)
    let stage = Stage(FakeMedia(info: info, steps: steps))
    let recorder = stage.record(interval: .seconds(30))
    stage.play(milliseconds: 21_000)
    #expect(recorder.story == ["started 0 playing", "ended 20000 ended"])
  }

  @Test func emptyMediaEndsAtZero() {
    let stage = Stage(FakeMedia(frameCount: 0))
    let recorder = stage.record()
    stage.play(milliseconds: 1_000)
    #expect(recorder.story == ["ended 0 ended"])
    #expect(recorder.values.first?.fraction == 1)
  }

  @Test func mediaThatCannotBeOpenedFailsTheStatus() {
    let error = MediaError(.open, of: "fake", reason: .notFound)
    let stage = Stage(FakeMedia(failingWith: error))
    let recorder = stage.record()
    let statuses = Locked<[Player.Status]>([])
    let watching = stage.player.statusPublisher(queue: nil).sink { status in
      statuses.withLock { $0.append(status) }
    }
    stage.play(milliseconds: 10)
    #expect(statuses.withLock { $0 } == [.unknown, .failed(error)])
    #expect(stage.player.status == .failed(error))
    #expect(stage.player.playbackState == .failed)
    #expect(recorder.story == ["failed 0 failed"])
    watching.cancel()
  }

  @Test func aReadErrorIsReportedOnceTheReadAheadIsPlayed() {
    let error = MediaError(.read, of: "fake", reason: .damaged)
    let media = FakeMedia(frameCount: 50)
    let stage = Stage(
      FakeMedia(info: media.info, steps: FakeMedia.frames(0..<30) + [.failure(error)]))
    let recorder = stage.record(interval: .milliseconds(500))
    stage.load()
    #expect(stage.player.status == .readyToPlay)
    stage.play(milliseconds: 3_000)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 500 playing", "interval 1000 playing", "failed 1200 failed",
      ])
    #expect(stage.player.status == .failed(error))
  }

  @Test func aFailedSeekReportsItsError() {
    let error = MediaError(.seek, of: "fake", reason: .damaged)
    let stage = Stage(FakeMedia(frameCount: 5_000, failingToSeekWith: error))
    stage.load()
    let results = Locked<[Result<SeekResult, MediaError>]>([])
    stage.player.beginSeek(to: .seconds(100)) { result in results.withLock { $0.append(result) } }
    stage.advance(milliseconds: 0)
    #expect(results.withLock { $0 } == [.failure(error)])
    stage.play(milliseconds: 0)
    #expect(stage.player.status == .failed(error))
  }

  @Test func aWaitingStartCanBePaused() {
    let info = FakeMedia(frameCount: 1, isSeekable: false).info
    let stage = Stage(FakeMedia(info: info, steps: [.pause(.seconds(9))]))
    let recorder = stage.record()
    stage.play(milliseconds: 100)
    #expect(stage.player.playbackState == .stalled)
    stage.player.pause()
    stage.advance(milliseconds: 0)
    #expect(recorder.story == ["paused 0 paused"])
  }

  /// One track has 16 MB, the other has ended. The limit of the playhead must not decrease once the
  /// large packets have been played.
  @Test func thePlayheadNeverGoesBackWhileTheByteLimitApplies() {
    var tracks = [MediaTrack.Kind.video, .audio].enumerated().map {
      MediaTrack(index: $0, kind: $1, timebase: .milliseconds)
    }
    for index in tracks.indices { tracks[index].startTicks = 0 }
    let info = MediaInfo(name: "heavy", container: "fake", tracks: tracks, isSeekable: true)
    let sound = PacketTiming(track: 1, presentationTicks: 0, durationTicks: 40)
    let frames = (0..<150).map { index in
      FakeMedia.Step.packet(
        PacketTiming(
          track: 0, presentationTicks: Int64(index) * 40, durationTicks: 40, byteCount: 3_000_000))
    }
    let stage = Stage(FakeMedia(info: info, steps: [.packet(sound)] + frames))
    let recorder = stage.record(interval: .milliseconds(10))
    stage.play(milliseconds: 7_000)
    #expect(recorder.values.map(\.position) == recorder.values.map(\.position).sorted())
    #expect(recorder.values.last?.cause == .ended)
    #expect(recorder.values.last?.position == .seconds(6))
    #expect(recorder.values.last?.hostInstant.nanoseconds == 7_000_000_000)
  }

  @Test func aForwardEndBehindThePlayheadHasNoEffect() {
    let stage = Stage(FakeMedia(frameCount: 300))
    stage.play(milliseconds: 10_000)
    stage.player.setForwardPlaybackEnd(.seconds(5))
    #expect(stage.player.currentTime() == .seconds(10))
    stage.advance(milliseconds: 1_000)
    #expect(stage.player.currentTime() == .seconds(11))
  }

  @Test func closingIsNotAFailure() {
    let error = MediaError(.read, of: "fake", reason: .interrupted)
    let info = FakeMedia(frameCount: 1).info
    let stage = Stage(FakeMedia(info: info, steps: [.pause(.seconds(1)), .failure(error)]))
    let statuses = Locked<[Player.Status]>([])
    let watching = stage.player.statusPublisher(queue: nil).sink { status in
      statuses.withLock { $0.append(status) }
    }
    stage.load()
    stage.player.close()
    stage.advance(milliseconds: 2_000)
    #expect(statuses.withLock { $0 } == [.unknown, .readyToPlay])
    watching.cancel()
  }

  @Test func closingCompletesAndNothingFollows() {
    let stage = Stage(FakeMedia(frameCount: 100))
    let recorder = stage.record()
    let silent = stage.record(asking: .none)
    stage.play(milliseconds: 600)
    let count = recorder.values.count
    stage.player.close()
    stage.player.play()
    stage.player.beginSeek(to: .zero)
    stage.advance(milliseconds: 1_000)
    #expect(recorder.values.count == count)
    #expect(recorder.isFinished && silent.isFinished)
    #expect(stage.player.playbackState == .closed)
    #expect(stage.player.currentTime() == .milliseconds(600))
    let late = stage.record()
    stage.advance(milliseconds: 0)
    #expect(late.isFinished)
    #expect((recorder.violations + silent.violations + late.violations).isEmpty)
    #expect(!stage.clock.advanceToNext())
  }
}

/// Counts the reads of another source.
private final class CountingMedia: MediaOpener {
  private let media: FakeMedia
  private let counter = Locked(0)
  var name: String { media.name }
  var count: Int { counter.withLock { $0 } }

  init(_ media: FakeMedia) { self.media = media }

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    Source(try media.open(interruption: interruption), self)
  }

  private final class Source: MediaSource {
    private let source: any MediaSource
    private let media: CountingMedia
    var info: MediaInfo { source.info }

    init(_ source: any MediaSource, _ media: CountingMedia) {
      self.source = source
      self.media = media
    }

    func read() throws(MediaError) -> MediaRead {
      media.counter.withLock { $0 += 1 }
      return try source.read()
    }

    func seek(to time: MediaTime) throws(MediaError) { try source.seek(to: time) }
  }
}
