import PlayheadKit
import PlayheadTesting
import Testing

/// Media of a client's tests.
@Suite struct FakeStepsTests {
  private let clock = ManualHostClock()

  @Test func stepsAndAFailureAreCombined() throws {
    let media = FakeMedia(steps: FakeMedia.frames(0..<10) + [.failure(.init(.damaged))])
    let report = try TimingReport(of: media)
    #expect(report.ending == .failed(MediaError(.read, of: "fake", reason: .damaged)))
    #expect(report.tracks[0].packetCount == 10)
    #expect(media.info.tracks[0].durationTicks == 400)
  }

  @Test func theLengthIsThatOfTheSteps() {
    let player = Player(media: FakeMedia(steps: FakeMedia.frames(5..<30)), clock: clock)
    player.play()
    clock.advance(by: .seconds(2))
    #expect(player.currentProgress().state == .ended)
    #expect(player.currentTime() == .seconds(1))
  }

  @Test func progressOfMediaWithChaptersHasTheCurrentChapter() throws {
    let chapters = [
      Chapter(start: .zero, end: .seconds(1), title: "one"),
      Chapter(start: .seconds(1), end: .seconds(2), title: "two"),
    ]
    let player = Player(
      media: FakeMedia(steps: FakeMedia.frames(0..<50), chapters: chapters), clock: clock)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .milliseconds(400)).subscribe(recorder)
    player.play()
    clock.advance(by: .seconds(3))
    let titles = recorder.values.map { $0.chapter?.title }
    #expect(titles.contains("one"))
    #expect(recorder.values.last?.chapter?.title == "two")
  }

  @Test func aValueThatATestMakesHasChapters() {
    var progress = PlayheadProgress(
      position: .seconds(3), hostInstant: HostInstant(nanoseconds: 0), rate: .normal,
      state: .playing, cause: .interval)
    #expect(progress.chapter == nil)
    progress.chapters = [
      PresentedChapter(index: 0, position: .zero, end: .seconds(2), title: "one"),
      PresentedChapter(index: 1, position: .seconds(2), end: nil, title: "two"),
    ]
    #expect(progress.chapter?.title == "two")
  }
}
