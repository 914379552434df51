import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// Queues on the manual clock are exact to the nanosecond.
@Suite struct PlayerQueueTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))

  /// Returns items with these numbers of 40 ms frames.
  private func items(_ frameCounts: Int...) -> [Player] {
    frameCounts.map { Player(media: FakeMedia(frameCount: $0), clock: clock) }
  }

  private func record<P: Publisher>(_ publisher: P) -> RecordingSubscriber<P.Output, P.Failure> {
    let recorder = RecordingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(recorder)
    return recorder
  }

  @Test func anItemBeginsAtTheInstantAtWhichTheOneBeforeEnded() {
    let queue = PlayerQueue(items(25, 13, 25), clock: clock)
    let progress = record(queue.progressPublisher(interval: .milliseconds(500)))
    queue.play()
    clock.advance(by: .seconds(10))
    #expect(
      progress.story == [
        "started 0 playing", "interval 500 playing", "ended 1000 ended",
        "started 0 playing", "interval 500 playing", "ended 520 ended",
        "started 0 playing", "interval 500 playing", "ended 1000 ended",
      ])
    let instants = progress.values.map { ($0.hostInstant.nanoseconds - 1_000_000_000) / 1_000_000 }
    #expect(instants == [0, 500, 1_000, 1_000, 1_500, 1_520, 1_520, 2_020, 2_520])
    #expect(progress.violations.isEmpty)
  }

  @Test func boundariesAreThoseOfEachItem() {
    let queue = PlayerQueue(items(25, 50), clock: clock)
    let progress = record(queue.progressPublisher(on: .percentages([50])))
    queue.play()
    clock.advance(by: .seconds(10))
    #expect(
      progress.story == [
        "started 0 playing", "boundary 500 playing", "ended 1000 ended",
        "started 0 playing", "boundary 1000 playing", "ended 2000 ended",
      ])
    #expect(progress.values.compactMap(\.boundary?.percentage) == [50, 50])
  }

  /// If the end is noticed late, the next item is at the position that it would have had anyway.
  @Test func nothingIsLostWhereTheEndIsNoticedLate() throws {
    let players = items(25, 250)
    let queue = PlayerQueue(players, clock: clock)
    let progress = record(queue.progressPublisher(interval: .milliseconds(250)))
    queue.play()
    clock.advance(by: .milliseconds(100))
    clock.skip(by: .milliseconds(1_400))
    clock.advance(by: .zero)
    #expect(players[1].currentTime() == .milliseconds(500))
    clock.advance(by: .milliseconds(250))
    #expect(
      progress.story == ["started 0 playing", "ended 1000 ended +3", "started 0 playing"]
        + ["interval 750 playing +2"])
  }

  @Test func aPausedQueueOpensItsItemAndTheNextOne() {
    let players = items(25, 25, 25)
    let queue = PlayerQueue(players, clock: clock)
    clock.advance(by: .zero)
    #expect(players.map(\.status) == [.readyToPlay, .readyToPlay, .unknown])
    withExtendedLifetime(queue) {}
  }

  /// Nobody but the queue retains it.
  @Test func theLastValuesOfAnItemThatNobodyRetainsArePublished() {
    let queue = PlayerQueue(items(25, 25), clock: clock)
    queue.play()
    clock.advance(by: .milliseconds(300))
    let states = queue.currentItem.map { record($0.playbackStatePublisher(queue: nil)) }
    queue.advanceToNextItem()
    clock.advance(by: .zero)
    #expect(states?.values == [.playing, .paused])
    #expect(states?.completion != nil)
  }

  @Test func theNextItemIsOpenBeforeItIsPlayed() {
    let players = items(25, 25, 25)
    let queue = PlayerQueue(players, clock: clock)
    clock.advance(by: .zero)
    #expect(players.map(\.status) == [.readyToPlay, .readyToPlay, .unknown])
    queue.play()
    clock.advance(by: .milliseconds(1_500))
    #expect(players[2].status == .readyToPlay)
    #expect(queue.currentItem === players[1])
  }

  @Test func currentItemsAreToldInOrder() {
    let players = items(25, 25)
    let queue = PlayerQueue(clock: clock)
    let current = record(queue.currentItemPublisher(queue: nil))
    for player in players { queue.insert(player, after: nil) }
    queue.play()
    clock.advance(by: .seconds(5))
    #expect(current.values.map { item in players.firstIndex { $0 === item } } == [nil, 0, 1, nil])
    #expect(queue.items.isEmpty)
    #expect(players.map(\.playbackState) == [.ended, .ended])
  }

  @Test func anItemThatCannotBeOpenedGivesWay() {
    let broken = Player(
      media: FakeMedia(failingWith: MediaError(.open, of: "fake", reason: .damaged)), clock: clock)
    let players = items(25, 25)
    let queue = PlayerQueue([players[0], broken, players[1]], clock: clock)
    let progress = record(queue.progressPublisher(interval: .seconds(5)))
    queue.play()
    clock.advance(by: .seconds(5))
    #expect(
      progress.story == [
        "started 0 playing", "ended 1000 ended", "started 0 playing", "ended 1000 ended",
      ])
    #expect(broken.status == .failed(MediaError(.open, of: "fake", reason: .damaged)))
    #expect(queue.items.isEmpty)
  }

  @Test func theRateIsTheQueues() {
    let players = items(25, 250)
    let queue = PlayerQueue(players, clock: clock)
    queue.setRate(Rate(2, 1))
    clock.advance(by: .milliseconds(600))
    #expect(players[1].rate == Rate(2, 1))
    #expect(players[1].currentTime() == .milliseconds(200))
    queue.pause()
    clock.advance(by: .milliseconds(600))
    #expect(players[1].currentTime() == .milliseconds(200))
  }

  @Test func pausingAtAnItemsEndStays() {
    let players = items(25, 25)
    let queue = PlayerQueue(players, clock: clock)
    queue.actionAtItemEnd = .pause
    queue.play()
    clock.advance(by: .seconds(5))
    #expect(queue.currentItem === players[0])
    #expect(players[0].playbackState == .ended)
    queue.advanceToNextItem()
    clock.advance(by: .milliseconds(300))
    #expect(players[1].currentTime() == .milliseconds(300))
  }

  @Test func skippingAnItemTellsWhereItWasLeft() {
    let players = items(250, 250)
    let queue = PlayerQueue(players, clock: clock)
    let progress = record(queue.progressPublisher(interval: .seconds(1)))
    queue.play()
    clock.advance(by: .milliseconds(1_500))
    queue.advanceToNextItem()
    clock.advance(by: .milliseconds(1_200))
    #expect(
      progress.story == [
        "started 0 playing", "interval 1000 playing", "started 0 playing", "interval 1000 playing",
      ])
    #expect(players[0].currentTime() == .milliseconds(1_500))
    #expect(players[0].playbackState == .paused)
  }

  @Test func whatWasPlayedIsLetGoOf() {
    weak var first: Player?
    var following: AnyCancellable?
    let queue = PlayerQueue(clock: clock)
    do {
      let players = items(25, 250)
      first = players[0]
      for player in players { queue.insert(player, after: nil) }
      following = queue.progressPublisher().sink { _ in }
    }
    queue.play()
    clock.advance(by: .seconds(2))
    #expect(first == nil)
    #expect(queue.currentItem?.currentTime() == .seconds(1))
    following?.cancel()
  }

  @Test func aQueueThatNobodyHoldsEnds() {
    var queue: PlayerQueue? = PlayerQueue(items(25), clock: clock)
    weak let weakQueue = queue
    queue?.play()
    clock.advance(by: .milliseconds(100))
    queue = nil
    #expect(weakQueue == nil)
  }

  /// A released queue does not play another item.
  @Test func theProgressOfAReleasedQueueCompletesAfterItsLastItem() {
    var queue: PlayerQueue? = PlayerQueue(items(25, 25), clock: clock)
    let progress = queue.map { record($0.progressPublisher(interval: .milliseconds(500))) }
    let current = queue.map { record($0.currentItemPublisher(queue: nil)) }
    let chapters = queue.map { record($0.chapterPublisher(queue: nil)) }
    let failures = queue.map { record($0.failurePublisher(queue: nil)) }
    queue?.play()
    clock.advance(by: .milliseconds(100))
    queue = nil
    clock.advance(by: .zero)
    #expect(current?.completion == .finished && failures?.completion == .finished)
    #expect(progress?.completion == nil)
    clock.advance(by: .seconds(3))
    #expect(progress?.story == ["started 0 playing", "interval 500 playing", "ended 1000 ended"])
    #expect(progress?.completion == .finished && chapters?.completion == .finished)
    #expect(progress?.violations.isEmpty == true)
  }

  @Test(arguments: [false, true])
  func theProgressOfAReleasedQueueCompletesIfItsItemHasEndedOrFails(isFailing: Bool) {
    let error = MediaError(.read, of: "fake", reason: .damaged)
    let media = FakeMedia(
      info: FakeMedia(frameCount: 25).info,
      steps: FakeMedia.frames(0..<25) + (isFailing ? [.failure(error)] : []))
    var queue: PlayerQueue? = PlayerQueue([Player(media: media, clock: clock)], clock: clock)
    let progress = queue.map { record($0.progressPublisher()) }
    queue?.actionAtItemEnd = .pause
    queue?.play()
    clock.advance(by: .milliseconds(isFailing ? 500 : 5_000))
    queue = nil
    clock.advance(by: .seconds(5))
    #expect(progress?.completion == .finished)
  }

  @Test(arguments: [false, true]) func anItemThatIsClosedGivesWay(isCurrent: Bool) {
    let players = items(25, 25)
    let queue = PlayerQueue(players, clock: clock)
    queue.play()
    clock.advance(by: .milliseconds(500))
    players[isCurrent ? 0 : 1].close()
    clock.advance(by: .zero)
    #expect(queue.currentItem === players[isCurrent ? 1 : 0])
    clock.advance(by: .seconds(5))
    #expect(queue.items.isEmpty)
    #expect(players[isCurrent ? 1 : 0].playbackState == .ended)
  }
}
