import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PlayheadLocking
import Testing
import PlayheadTimekeeping

/// Results of seeks, and seeks to keyframes: `FakeMedia` has one every 400 ms.
@Suite struct SeekTests {
  private final class Outcome: Sendable {
    let results = Locked<[Result<SeekResult, MediaError>]>([])
    var landed: [MediaTime?] { results.withLock { $0.map { try? $0.get().landed } } }
    var targets: [MediaTime?] { results.withLock { $0.map { try? $0.get().target } } }
    var reasons: [MediaError.Reason?] {
      results.withLock {
        $0.map { if case .failure(let error) = $0 { error.reason } else { nil } }
      }
    }
    func take(_ result: Result<SeekResult, MediaError>) { results.withLock { $0.append(result) } }
  }

  @Test(arguments: [(15_001, 14_800), (14_800, 14_800), (14_799, 14_400), (0, 0), (399, 0)])
  func aSeekMayLandOnTheKeyframeBefore(target: Int64, landed: Int64) {
    for isPlaying in [false, true] {
      let stage = Stage(FakeMedia(frameCount: 500, start: 83))
      let outcome = Outcome()
      stage.load()
      stage.player.beginSeek(to: .seconds(3))
      if isPlaying { stage.player.play() }
      stage.advance(milliseconds: 40)
      stage.player.beginSeek(
        to: .milliseconds(target), tolerance: .keyframe, completion: outcome.take)
      stage.advance(milliseconds: 0)
      #expect(outcome.landed == [.milliseconds(landed)])
      #expect(outcome.targets == [.milliseconds(target)])
      #expect(stage.player.currentTime() == .milliseconds(landed))
      stage.advance(milliseconds: 100)
      #expect(stage.player.currentTime() == .milliseconds(landed + (isPlaying ? 100 : 0)))
    }
  }

  @Test func aSeekWhileLoadingWaitsAndCanLandOnAKeyframe() {
    for (tolerance, landed) in [(SeekTolerance.exact, Int64(7_777)), (.keyframe, 7_600)] {
      let stage = Stage(FakeMedia(frameCount: 500))
      let outcome = Outcome()
      stage.player.beginLoading()
      stage.player.beginSeek(
        to: .milliseconds(7_777), tolerance: tolerance, completion: outcome.take)
      #expect(stage.player.currentTime() == .milliseconds(7_777))
      stage.advance(milliseconds: 0)
      #expect(outcome.landed == [.milliseconds(landed)])
      stage.play(milliseconds: 300)
      #expect(stage.player.currentTime() == .milliseconds(landed + 300))
    }
  }

  @Test func aKeyframeSeekBeyondTheEndLandsOnTheLastKeyframe() {
    let stage = Stage(FakeMedia(frameCount: 255, declaring: 90_000))
    let outcome = Outcome()
    stage.load()
    stage.player.beginSeek(to: .seconds(80), tolerance: .keyframe, completion: outcome.take)
    stage.advance(milliseconds: 0)
    stage.player.beginSeek(to: .seconds(80), tolerance: .keyframe, completion: outcome.take)
    stage.advance(milliseconds: 0)
    #expect(outcome.landed == [.seconds(10), .seconds(10)])
    stage.play(milliseconds: 9_000)
    #expect(stage.player.currentTime() == .milliseconds(10_200))
  }

  @Test func aTargetIsNeverReportedAsTheDuration() {
    let stage = Stage(FakeMedia(frameCount: 255, declaring: 5_000))
    stage.load()
    stage.player.beginSeek(to: .seconds(80))
    #expect(stage.player.currentProgress().duration == nil)
    stage.advance(milliseconds: 0)
    let progress = stage.player.currentProgress()
    #expect(progress.position == .milliseconds(10_200))
    #expect(progress.duration == MediaDuration(time: .milliseconds(10_200), isExact: true))
  }

  @Test func keyframesAreThoseOfTheVideoTrack() {
    var tracks = [MediaTrack.Kind.audio, .video].enumerated().map {
      MediaTrack(index: $0, kind: $1, timebase: .milliseconds)
    }
    for index in tracks.indices { tracks[index].startTicks = 0 }
    var steps: [FakeMedia.Step] = []
    for index in 0..<200 {
      for track in 0...1 {
        steps.append(
          .packet(
            PacketTiming(
              track: track, presentationTicks: Int64(index) * 40, durationTicks: 40,
              isKeyframe: track == 0 || index % 25 == 0)))
      }
    }
    let info = MediaInfo(name: "two", container: "fake", tracks: tracks, isSeekable: true)
    for (chosen, landed) in [(nil, Int64(3_000)), ([0], 3_480)] as [([Int]?, Int64)] {
      let clock = ManualHostClock()
      let player = Player(
        media: FarMedia(FakeMedia(info: info, steps: steps)), tracks: chosen, clock: clock)
      let outcome = Outcome()
      player.beginLoading()
      clock.advance(by: .zero)
      player.beginSeek(to: .milliseconds(3_500), tolerance: .keyframe, completion: outcome.take)
      clock.advance(by: .zero)
      #expect(outcome.landed == [.milliseconds(landed)])
    }
  }

  @Test func aKeyframeSeekInAPipeLandsExactly() {
    let stage = Stage(FakeMedia(frameCount: 500, isSeekable: false))
    let outcome = Outcome()
    stage.load()
    stage.player.beginSeek(to: .milliseconds(7_001), tolerance: .keyframe, completion: outcome.take)
    stage.advance(milliseconds: 0)
    #expect(outcome.landed == [.milliseconds(7_001)])
  }

  @Test func aSearchIsCancelledByALaterSeekAndEndedByClosing() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let outcome = Outcome()
    stage.load()
    stage.player.beginSeek(to: .seconds(9), tolerance: .keyframe, completion: outcome.take)
    stage.player.beginSeek(to: .milliseconds(15_001), completion: outcome.take)
    stage.advance(milliseconds: 0)
    stage.player.beginSeek(to: .seconds(3), tolerance: .keyframe, completion: outcome.take)
    stage.player.close()
    stage.advance(milliseconds: 0)
    #expect(outcome.reasons == [.cancelled, nil, .interrupted])
    #expect(outcome.landed[1] == .milliseconds(15_001))
    #expect(stage.player.playbackState == .closed)
  }

  /// Reading stops before a keyframe beyond the target is read, so the keyframe found is the nearest.
  @Test(arguments: [false, true]) func aSearchEndsInAGap(isPlaying: Bool) {
    let slides = Stage(FakeMedia(frameCount: 10, frameTicks: 10_000))
    var tracks = [MediaTrack.Kind.video, .audio].enumerated().map {
      MediaTrack(index: $0, kind: $1, timebase: .milliseconds)
    }
    for index in tracks.indices { tracks[index].startTicks = 0 }
    let sound = (0..<600).map {
      FakeMedia.Step.packet(
        PacketTiming(track: 1, presentationTicks: Int64($0) * 100, durationTicks: 100))
    }
    let longSound = Stage(
      FakeMedia(
        info: MediaInfo(name: "two", container: "fake", tracks: tracks, isSeekable: true),
        steps: FakeMedia.frames(0..<50) + sound))
    for (stage, target, landed) in [
      (slides, Int64(25_000), Int64(0)), (longSound, 30_000, 30_000),
    ] {
      let outcome = Outcome()
      stage.load()
      if isPlaying { stage.player.play() }
      stage.player.beginSeek(
        to: .milliseconds(target), tolerance: .keyframe, completion: outcome.take)
      stage.advance(milliseconds: 0)
      #expect(outcome.landed == [.milliseconds(landed)])
      stage.advance(milliseconds: 100)
      #expect(stage.player.currentTime() == .milliseconds(landed + (isPlaying ? 100 : 0)))
    }
  }

  /// A read error is not the end of the media.
  @Test func aSeekBeyondAReadErrorReadsAgain() {
    let error = MediaError(.read, of: "fake", reason: .other)
    let info = FakeMedia(frameCount: 250).info
    let stage = Stage(
      FakeMedia(
        info: info,
        steps: FakeMedia.frames(0..<50) + [.failure(error)] + FakeMedia.frames(50..<250)))
    let outcome = Outcome()
    stage.load()
    stage.player.beginSeek(to: .seconds(5), completion: outcome.take)
    stage.advance(milliseconds: 0)
    #expect(outcome.landed == [.seconds(5)])
    stage.play(milliseconds: 6_000)
    #expect(stage.player.playbackState == .ended)
    #expect(stage.player.currentTime() == .seconds(10))
  }

  @Test func eachFailedSeekReportsItsError() {
    let error = MediaError(.seek, of: "fake", reason: .other)
    let stage = Stage(FakeMedia(frameCount: 500, failingToSeekWith: error))
    let outcome = Outcome()
    stage.load()
    for seconds in [15, 17] as [Int64] {
      stage.player.beginSeek(to: .seconds(seconds), completion: outcome.take)
      stage.advance(milliseconds: 0)
    }
    #expect(outcome.reasons == [.other, .other])
    let pipe = Stage(
      FakeMedia(
        info: FakeMedia(frameCount: 250, isSeekable: false).info,
        steps: FakeMedia.frames(0..<50) + [.failure(error)]))
    pipe.load()
    for seconds in [1, 5] as [Int64] {
      pipe.player.beginSeek(to: .seconds(seconds), completion: outcome.take)
      pipe.advance(milliseconds: 0)
    }
    #expect(outcome.reasons.dropFirst(2) == [nil, .other])
    #expect(pipe.player.currentTime() == .seconds(1))
  }

  @Test func aSeekAfterClosingIsInterrupted() {
    let stage = Stage(FakeMedia(frameCount: 500))
    let outcome = Outcome()
    stage.load()
    stage.player.close()
    stage.advance(milliseconds: 0)
    stage.player.beginSeek(to: .seconds(1), completion: outcome.take)
    stage.player.beginStep(byCount: 1, completion: outcome.take)
    stage.advance(milliseconds: 0)
    #expect(outcome.reasons == [.interrupted, .interrupted])
  }

  @Test func aSeekWhileStalledOrEndedIsExact() {
    let stage = Stage(.pausing(for: .seconds(60), after: 25, of: 100))
    stage.play(milliseconds: 2_000)
    #expect(stage.player.playbackState == .stalled)
    stage.player.beginSeek(to: .milliseconds(300))
    stage.advance(milliseconds: 500)
    #expect(stage.player.currentTime() == .milliseconds(800))
    #expect(stage.player.stalledTime == .seconds(1))
    let short = Stage(FakeMedia(frameCount: 25))
    short.player.play()
    short.advance(milliseconds: 2_000)
    short.player.beginSeek(to: .milliseconds(999))
    short.player.setRate(Rate(1, 2))
    short.advance(milliseconds: 1)
    #expect(short.player.currentTime() == .nanoseconds(999_500_000))
    short.player.beginSeek(to: .seconds(60))
    short.advance(milliseconds: 0)
    #expect(short.player.playbackState == .ended)
  }
}

/// The same source, but each seek lands a second earlier than necessary.
private final class FarMedia: MediaOpener {
  private let media: FakeMedia
  var name: String { media.name }

  init(_ media: FakeMedia) { self.media = media }

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    Source(try media.open(interruption: interruption))
  }

  private final class Source: MediaSource {
    private let source: any MediaSource
    var info: MediaInfo { source.info }

    init(_ source: any MediaSource) { self.source = source }

    func read() throws(MediaError) -> MediaRead { try source.read() }

    func seek(to time: MediaTime) throws(MediaError) {
      try source.seek(to: time.subtracting(.seconds(1)) ?? time)
    }
  }
}
