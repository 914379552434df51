import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The last values of an item that the queue leaves, and the start of the next one.
@Suite struct QueueEndTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))

  private func items(_ frameCounts: Int...) -> [Player] {
    frameCounts.map { Player(media: FakeMedia(frameCount: $0), clock: clock) }
  }

  private func record<P: Publisher>(_ publisher: P) -> RecordingSubscriber<P.Output, P.Failure> {
    let recorder = RecordingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(recorder)
    return recorder
  }

  @Test func anItemThatIsLeftAtItsEndPublishesThat() {
    let players = items(25, 25)
    let queue = PlayerQueue(players, clock: clock)
    let progress = record(queue.progressPublisher(interval: .seconds(5)))
    let ends = record(players[0].didPlayToEndTimePublisher(queue: nil))
    queue.play()
    clock.advance(by: .milliseconds(900))
    clock.skip(by: .milliseconds(200))
    queue.advanceToNextItem()
    clock.advance(by: .zero)
    #expect(progress.story.prefix(2) == ["started 0 playing", "ended 1000 ended"])
    #expect(ends.values == [.seconds(1)])
    #expect(ends.isFinished)
  }

  @Test func aPauseAndASeekJustAfterAnItemWasLeftArePublished() {
    let players = items(250, 25)
    let queue = PlayerQueue(players, clock: clock)
    let progress = record(players[0].progressPublisher(interval: .seconds(50)))
    queue.play()
    clock.advance(by: .milliseconds(900))
    queue.advanceToNextItem()
    players[0].beginSeek(to: .seconds(2))
    players[0].pause()
    clock.advance(by: .zero)
    #expect(
      progress.story == ["started 0 playing", "jumped 2000 playing", "paused 2000 paused"])
    #expect(progress.isFinished)
  }

  @Test func nothingIsPublishedAfterAClose() {
    let player = items(250)[0]
    let progress = record(player.progressPublisher(interval: .seconds(50)))
    player.play()
    clock.advance(by: .milliseconds(900))
    player.beginSeek(to: .seconds(2))
    player.close()
    clock.advance(by: .zero)
    #expect(progress.story == ["started 0 playing"])
    #expect(progress.isFinished)
  }

  @Test func aFinishedPlayerThatIsReleasedPublishesItsEnd() {
    let ends: RecordingSubscriber<MediaTime, Never>
    do {
      let player = items(25)[0]
      ends = record(player.didPlayToEndTimePublisher(queue: nil))
      player.play()
      clock.advance(by: .milliseconds(900))
      clock.skip(by: .milliseconds(200))
      player.finish()
    }
    clock.advance(by: .zero)
    #expect(ends.values == [.seconds(1)])
    #expect(ends.isFinished)
  }

  /// The next item starts at the instant of the end before it. An item that a subscriber chooses instead
  /// starts now.
  @Test func anItemDoesNotStartAtTheInstantThatWasDecidedForAnother() {
    let players = items(25, 250, 250)
    let queue = PlayerQueue(players, clock: clock)
    players[2].beginLoading()
    let watching = queue.currentItemPublisher(queue: nil).sink { [weak queue] item in
      if item === players[1] { queue?.advanceToNextItem() }
    }
    queue.play()
    clock.advance(by: .milliseconds(900))
    clock.skip(by: .milliseconds(600))
    clock.advance(by: .zero)
    #expect(queue.currentItem === players[2])
    #expect(players[2].playbackState == .playing)
    #expect(players[2].currentTime() == .zero)
    watching.cancel()
  }
}
