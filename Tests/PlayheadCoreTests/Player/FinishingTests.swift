import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// A player that can never move again finishes its progress.
@Suite struct FinishingTests {
  private static let error = MediaError(.read, of: "fake", reason: .damaged)

  enum Failure: CaseIterable {
    case opening, playing, beforePlaying

    var media: FakeMedia {
      switch self {
      case .opening: FakeMedia(failingWith: FinishingTests.error)
      case .playing: media(readableFrames: 30)
      case .beforePlaying: media(readableFrames: 0)
      }
    }

    /// Video whose start is known with its first packet only.
    private func media(readableFrames count: Int) -> FakeMedia {
      let track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
      return FakeMedia(
        info: MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true),
        steps: FakeMedia.frames(0..<count) + [.failure(FinishingTests.error)])
    }
  }

  private func hasFinished<Value>(_ recorder: RecordingSubscriber<Value, Never>) -> Bool {
    recorder.violations.isEmpty && recorder.completion == .finished
  }

  @Test(arguments: Failure.allCases, [false, true])
  func aFailureIsTheLastValue(of failure: Failure, isPlaying: Bool) throws {
    let stage = Stage(failure.media)
    let recorder = stage.record(interval: .seconds(10))
    isPlaying ? stage.play(milliseconds: 3_000) : stage.load()
    stage.play(milliseconds: 3_000)
    let last = try #require(recorder.values.last)
    #expect(last.cause.rawValue == "failed" && last.state == .failed)
    #expect(last.status == .failed(Self.error) && last.rate == .paused)
    #expect(recorder.values.count { $0.state == .failed } == 1)
    #expect(hasFinished(recorder))
  }

  @Test(arguments: Failure.allCases)
  func aSubscriberAfterTheFailureReceivesItAndFinishes(_ failure: Failure) {
    let stage = Stage(failure.media)
    stage.play(milliseconds: 3_000)
    let recorder = stage.record()
    let chapters = RecordingSubscriber<PresentedChapter?, Never>()
    stage.player.chapterPublisher(queue: nil).subscribe(chapters)
    let seconds = RecordingSubscriber<Double, Never>()
    stage.player.playheadProgressPublisher().subscribe(seconds)
    stage.advance(milliseconds: 0)
    #expect(recorder.values.map(\.cause.rawValue) == ["failed"])
    #expect(recorder.values.first?.status == .failed(Self.error))
    #expect(seconds.values == [stage.player.currentTime().seconds])
    #expect(hasFinished(recorder) && hasFinished(chapters) && hasFinished(seconds))
  }

  @Test(arguments: [false, true])
  func aFailureWithoutDemandIsKept(isLate: Bool) {
    let stage = Stage(Failure.playing.media)
    if isLate { stage.play(milliseconds: 3_000) }
    let recorder = stage.record(asking: .none)
    let seconds = RecordingSubscriber<Double, Never>(asking: .none)
    stage.player.playheadProgressPublisher().subscribe(seconds)
    stage.play(milliseconds: 3_000)
    // Only the rich publisher stores a value without demand.
    #expect(recorder.completion == nil && recorder.values.isEmpty)
    #expect(hasFinished(seconds) && seconds.values.isEmpty)
    recorder.request(.max(1))
    stage.advance(milliseconds: 0)
    #expect(recorder.values.map(\.cause.rawValue) == ["failed"])
    #expect(hasFinished(recorder))
  }

  @Test(arguments: Failure.allCases)
  func aFailedPlayerKeepsNoTimerForItsSubscribers(_ failure: Failure) {
    let stage = Stage(failure.media)
    let recorder = stage.record()
    stage.play(milliseconds: 3_000)
    #expect(hasFinished(recorder) && stage.clock.armedTimerCount == 0)
    #expect(!stage.clock.advanceToNext())
  }

  // MARK: Asynchronous sequences

  /// Returns the values of a loop over progress that is played to its end. Nil if the loop waits.
  private func values(
    _ stage: Stage, _ progress: ProgressSequence, startsLate: Bool = false
  ) async -> [PlayheadProgress]? {
    if startsLate { stage.play(milliseconds: 20_000) }
    let loop = Task {
      var values: [PlayheadProgress] = []
      for await value in progress { values.append(value) }
      return Task.isCancelled ? nil : values
    }
    // The loop's subscription is the first timer.
    while !startsLate, stage.clock.armedTimerCount == 0 { await Task.yield() }
    stage.play(milliseconds: 20_000)
    // A loop that waits is cancelled.
    for _ in 0..<2_000 {
      await Task.yield()
      stage.advance(milliseconds: 0)
    }
    loop.cancel()
    return await loop.value
  }

  @Test(arguments: Failure.allCases, [false, true])
  func aLoopEndsAfterAFailure(of failure: Failure, startsLate: Bool) async {
    let stage = Stage(failure.media)
    let values = await values(
      stage, stage.player.progress(every: .seconds(1)), startsLate: startsLate)
    #expect(values?.last?.cause.rawValue == "failed")
  }

  @Test(arguments: [false, true])
  func aLoopEndsAfterTheEndOfTheMedia(startsLate: Bool) async {
    let stage = Stage(FakeMedia(frameCount: 100))
    let values = await values(
      stage, stage.player.progress(every: .seconds(1)), startsLate: startsLate)
    #expect(values?.last?.cause == .ended && values?.last?.position == .seconds(4))
  }

  @Test func aLoopEndsAtTheForwardEnd() async {
    let stage = Stage(FakeMedia(frameCount: 100))
    stage.player.setForwardPlaybackEnd(.seconds(2))
    let values = await values(stage, stage.player.progress(every: .seconds(1)))
    #expect(values?.last?.cause == .boundary && values?.last?.position == .seconds(2))
  }
}
