import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// Starts at a host instant that has passed before the media is read.
@Suite struct LateStartTests {
  private let zero = HostInstant(nanoseconds: 0)

  @Test func aStartThatIsLaterThanTheLoopBeginsAtItsStart() {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 2_500_000_000))
    let player = Player(media: FakeMedia(frameCount: 250), clock: clock)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .seconds(50)).subscribe(recorder)
    player.beginLoading()
    clock.advance(by: .zero)
    player.setLoop(PlaybackLoop(from: .zero, to: .seconds(1), count: 4))
    player.beginRate(.normal, time: .zero, atHostTime: zero)
    clock.advance(by: .milliseconds(1_600))
    #expect(
      recorder.story == [
        "jumped 0 paused", "started 0 playing", "looped 0 playing",
      ])
    #expect(recorder.values.map(\.completedLoops) == [0, 1, 2])
    #expect(player.currentTime() == .milliseconds(600))
  }

  /// The media of the start of the loop must be read again.
  @Test func aSlowSourceStartsInTheLoop() {
    let clock = ManualHostClock(now: zero)
    let media = FakeMedia(
      info: FakeMedia(frameCount: 250).info,
      steps: FakeMedia.frames(0..<22) + [.pause(.milliseconds(1_800))] + FakeMedia.frames(22..<250))
    let player = Player(media: media, clock: clock)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .seconds(50)).subscribe(recorder)
    player.beginLoading()
    clock.advance(by: .zero)
    player.setLoop(PlaybackLoop(from: .milliseconds(500), to: .milliseconds(1_500)))
    player.beginRate(.normal, time: .milliseconds(900), atHostTime: zero)
    clock.advance(by: .milliseconds(1_800))
    #expect(recorder.story == ["jumped 900 paused", "looped 500 stalled", "started 500 playing"])
    #expect(recorder.values.map(\.completedLoops) == [0, 1, 1])
  }

  @Test func boundariesBeforeALateStartAreNotCrossed() {
    let clock = ManualHostClock(now: zero)
    let media = FakeMedia(
      info: FakeMedia(frameCount: 250).info,
      steps: [.pause(.seconds(2))] + FakeMedia.frames(0..<250))
    let player = Player(media: media, clock: clock)
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    let schedule = Schedule.times([.zero, .seconds(1), .seconds(3)])
    player.progressPublisher(on: schedule).subscribe(recorder)
    player.beginRate(.normal, time: .zero, atHostTime: zero)
    clock.advance(by: .milliseconds(3_500))
    #expect(recorder.story == ["jumped 0 idle", "started 2000 playing", "boundary 3000 playing"])
  }
}
