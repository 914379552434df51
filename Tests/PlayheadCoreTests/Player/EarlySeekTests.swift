import PlayheadLocking
import PlayheadMedia
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// Seeks to positions that are not known yet: before the media is open, beyond an unknown end, and
/// from a zero that nanoseconds cannot represent.
@Suite struct EarlySeekTests {
  private func record(_ player: Player, on schedule: Schedule)
    -> RecordingSubscriber<PlayheadProgress, Never>
  {
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(on: schedule).subscribe(recorder)
    return recorder
  }

  private func boundaries(_ recorder: RecordingSubscriber<PlayheadProgress, Never>) -> [MediaTime] {
    recorder.values.filter { $0.boundary != nil }.map(\.due)
  }

  @Test(arguments: [false, true])
  func aSeekBeforeTheMediumIsOpenIsAJumpAndTellsNoBoundary(isLoading: Bool) {
    let stage = Stage(FakeMedia(frameCount: 200))
    let recorder = record(
      stage.player,
      on: .times([.zero, .seconds(1), .seconds(2), .seconds(3)]).union(.interval(.seconds(10))))
    if isLoading { stage.player.beginLoading() }
    stage.player.beginSeek(to: .seconds(3))
    stage.player.beginSeek(to: .seconds(2))
    stage.advance(milliseconds: 0)
    #expect(boundaries(recorder).isEmpty)
    stage.play(milliseconds: 1_200)
    #expect(boundaries(recorder) == [.seconds(2), .seconds(3)])
    let state = isLoading ? "loading" : "idle"
    #expect(
      recorder.story == [
        "jumped 3000 \(state)", "jumped 2000 loading", "started 2000 playing",
        "boundary 3000 playing",
      ])
  }

  /// Packets read before the media is ready are released then, although no jump is published.
  @Test(arguments: [false, true])
  func framesComeBehindASeekBeforeTheMediumIsOpen(isLoading: Bool) {
    let stage = Stage(FakeMedia(frameCount: 200))
    let recorder = record(stage.player, on: .frames)
    if isLoading { stage.player.beginLoading() }
    stage.player.beginSeek(to: .milliseconds(3_040))
    stage.play(milliseconds: 100)
    #expect(boundaries(recorder) == [3_040, 3_080, 3_120].map(MediaTime.milliseconds))
    #expect(recorder.values.last { $0.cause == .started }?.boundary?.frame == .other)
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  /// The playhead then jumps back to the end. Neither jump crosses a boundary.
  @Test func aSeekBeyondAnUnknownEndPublishesNoBoundary() {
    let stage = Stage(FakeMedia(frameCount: 200))
    let recorder = record(
      stage.player, on: .percentages([50, 100]).union(.times([.seconds(8), .seconds(9)])))
    stage.load()
    stage.player.play()
    stage.player.beginSeek(to: .seconds(30))
    stage.advance(milliseconds: 1_000)
    #expect(
      recorder.story == [
        "started 0 playing", "jumped 30000 stalled", "jumped 8000 stalled", "ended 8000 ended",
      ])
    #expect(boundaries(recorder).isEmpty)
    stage.player.beginSeek(to: .seconds(7))
    stage.play(milliseconds: 2_000)
    #expect(boundaries(recorder) == [.seconds(8)])
    #expect(recorder.values.last?.boundary?.percentage == 100)
  }

  /// The end is earlier than declared, which moves percentages before the target of the seek. They
  /// were not crossed.
  @Test func percentagesThatTheEndMovesBeforeThePassAreNotPublished() {
    let stage = Stage(FakeMedia(frameCount: 200, declaring: 40_000))
    let recorder = record(stage.player, on: .percentages([25, 50, 75, 100]))
    stage.load()
    stage.player.beginSeek(to: .milliseconds(6_500))
    stage.play(milliseconds: 5_000)
    #expect(recorder.values.compactMap(\.boundary?.percentage) == [100])
  }

  @Test func aSeekFromAZeroBeyondAllNanosecondsGoesToTheSource() {
    var track = MediaTrack(index: 0, kind: .video, timebase: Timebase(1, 90_000))
    track.startTicks = 1 << 61
    var machine = PlaybackMachine()
    let now = HostInstant(nanoseconds: 0)
    machine.load()
    machine.opened(
      MediaInfo(name: "far", container: "", tracks: [track], isSeekable: true), at: now)
    // A third of a microsecond more than a whole number of ticks.
    for (target, ticks) in [
      (MediaTime.nanoseconds(1_500_000_333), (1 << 61) + 135_000),
      (ReadAhead.greatestPosition, (1 << 61) + Int64.max / 2 / 100_000 * 9),
    ] as [(MediaTime, Int64)] {
      machine.seek(to: target, at: now, completion: nil)
      guard case .seek(let time, _) = machine.nextReadingStep(at: now) else {
        Issue.record("The source is not told of the seek to \(target)")
        continue
      }
      #expect(time.timebase == track.timebase)
      #expect(abs(time.ticks - ticks) < 9)
    }
  }

  @Test func whoWaitsForPublishedChangesIsCalledAfterThemAndBeforeLaterOnes() {
    let stage = Stage(FakeMedia(frameCount: 200))
    let story = Locked<[String]>([])
    let player = stage.player
    player.beginSeek(to: .seconds(1)) { _ in story.withLock { $0.append("first seek") } }
    player.beginSeek(to: .seconds(2)) { _ in story.withLock { $0.append("second seek") } }
    player.whenPublished { story.withLock { $0.append("published") } }
    stage.load()
    #expect(story.withLock { $0 } == ["first seek", "published", "second seek"])
    player.close()
    player.whenPublished { story.withLock { $0 = ["closed"] } }
    stage.advance(milliseconds: 0)
    #expect(story.withLock { $0 } == ["closed"])
  }
}
