import PlayheadLocking
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// Queues whose entries make their players, so that they can be played again.
@Suite struct PlayerQueueEntryTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  private let made = MadePlayers()

  /// The indices of the entries that made players, in order.
  private final class MadePlayers: Sendable {
    private let state = Locked<[Int]>([])

    var indices: [Int] { state.withLock { $0 } }

    func append(_ index: Int) {
      state.withLock { $0.append(index) }
    }
  }

  /// Returns entries of media with these numbers of 40 ms frames. Zero means media that cannot
  /// be opened, and nil for an entry whose player cannot be made.
  private func entries(_ frameCounts: Int?...) -> [PlayerQueue.Entry] {
    frameCounts.enumerated().map { [clock, made] index, frameCount in
      PlayerQueue.Entry {
        made.append(index)
        guard let frameCount else { throw MediaError(.open, of: "\(index)", reason: .notFound) }
        let media =
          frameCount == 0
          ? FakeMedia(failingWith: MediaError(.open, of: "\(index)", reason: .damaged))
          : FakeMedia(frameCount: frameCount)
        return Player(media: media, clock: clock)
      }
    }
  }

  private func record<P: Publisher>(_ publisher: P) -> RecordingSubscriber<P.Output, P.Failure> {
    let recorder = RecordingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(recorder)
    return recorder
  }

  private func failures(of queue: PlayerQueue) -> RecordingSubscriber<String, Never> {
    record(
      queue.failurePublisher(queue: nil).map { failure in
        "\(queue.entries.firstIndex(of: failure.entry) ?? -1) "
          + "\((failure.error as? MediaError).map { "\($0.reason)" } ?? "other")"
      })
  }

  @Test func goingBackPlaysAnEntryAgainFromItsStart() {
    let queue = PlayerQueue(entries: entries(25, 25), clock: clock)
    let progress = record(queue.progressPublisher(interval: .seconds(9)))
    queue.play()
    clock.advance(by: .milliseconds(1_500))
    #expect(queue.currentIndex == 1)
    #expect(queue.goBack())
    clock.advance(by: .milliseconds(500))
    #expect(queue.currentIndex == 0 && !queue.goBack())
    clock.advance(by: .seconds(9))
    #expect(
      progress.story == [
        "started 0 playing", "ended 1000 ended", "started 0 playing", "started 0 playing",
        "ended 1000 ended", "started 0 playing", "ended 1000 ended",
      ])
    #expect(queue.currentIndex == nil && queue.currentItem == nil && queue.entries.count == 2)
    #expect(queue.go(to: 1))
    clock.advance(by: .milliseconds(300))
    #expect(queue.currentItem?.currentTime() == .milliseconds(300))
  }

  @Test func entriesThatCannotBePlayedAreSkippedAndReported() {
    let queue = PlayerQueue(entries: entries(nil, 25, 0, nil, 25), clock: clock)
    let failures = failures(of: queue)
    queue.play()
    clock.advance(by: .milliseconds(500))
    #expect(queue.currentIndex == 1 && failures.values == ["0 notFound"])
    clock.advance(by: .milliseconds(700))
    #expect(queue.currentIndex == 4)
    #expect(failures.values == ["0 notFound", "2 damaged", "3 notFound"])
    queue.goBack()
    clock.advance(by: .milliseconds(500))
    #expect(queue.currentIndex == 1)
    #expect(failures.values.dropFirst(3) == ["3 notFound", "2 damaged"])
  }

  @Test(arguments: [
    (PreloadPolicy.atOnce, [0, 1]), (.whenCurrentItemIsRead, [0, 1]), (.never, [0]),
  ])
  func theNextPlayerIsMadeWhenThePolicySays(_ policy: PreloadPolicy, _ expected: [Int]) {
    let queue = PlayerQueue(entries: entries(250, 25), preloading: policy, clock: clock)
    queue.play()
    clock.advance(by: .milliseconds(100))
    #expect(made.indices == (policy == .atOnce ? [0, 1] : [0]))
    // Five seconds are read in advance.
    clock.advance(by: .seconds(6))
    #expect(made.indices == expected)
    clock.advance(by: .seconds(5))
    #expect(made.indices == [0, 1])
  }

  @Test func theForwardEndCountsAsTheEndOfReading() {
    let queue = PlayerQueue(
      entries: entries(2_500, 25), preloading: .whenCurrentItemIsRead, clock: clock)
    clock.advance(by: .zero)
    queue.currentItem?.setForwardPlaybackEnd(.seconds(7))
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(made.indices == [0])
    clock.advance(by: .seconds(3))
    #expect(made.indices == [0, 1])
  }

  @Test func playbackStartsAtAnInstant() {
    let queue = PlayerQueue(entries: entries(0, 25), clock: clock)
    queue.beginRate(.normal, atHostTime: clock.now.advanced(by: .milliseconds(800)))
    clock.advance(by: .milliseconds(500))
    #expect(queue.currentItem?.playbackState == .waiting)
    queue.setRate(.normal)
    clock.advance(by: .milliseconds(500))
    #expect(queue.currentItem?.currentTime() == .milliseconds(200))
  }

  /// Pauses the queue while it prepares an item, as another thread could.
  private final class PausingSupervisor: PlayerQueueSupervisor {
    let queue: PlayerQueue
    let calls = Locked<[String]>([])

    init(_ queue: PlayerQueue) {
      self.queue = queue
    }

    private func note(_ call: String) {
      calls.withLock { $0.append(call) }
    }

    private func index(of entry: PlayerQueue.Entry) -> Int {
      queue.entries.firstIndex(of: entry) ?? -1
    }

    func begin(_ player: Player, of entry: PlayerQueue.Entry) { note("begin \(index(of: entry))") }

    func prepare(_ player: Player, isScheduled: Bool) {
      note("prepare \(player.status == .readyToPlay)")
      queue.pause()
    }

    func didStart(_ player: Player) { note("did start") }

    func fail(_ error: any Error, of entry: PlayerQueue.Entry, _ player: Player?) {
      note("fail \(index(of: entry))")
      queue.leave(entry, endedAt: nil)
    }

    func finish() { note("finish") }
  }

  /// While a player is being opened, another thread chooses its entry again, which makes another one.
  @Test func aPlayerThatIsOpenTooLateDoesNotStartItsEntry() {
    let queue = PlayerQueue(supervising: [], preloading: .never, clock: clock)
    let openings = Locked<[AnyCancellable]>([])
    let entry = PlayerQueue.Entry { [clock, weak queue] in
      let player = Player(media: FakeMedia(frameCount: 25), clock: clock)
      let isFirst = openings.withLock { $0.isEmpty }
      // Before the queue is notified.
      let opening = player.statusPublisher(queue: nil).sink { status in
        guard isFirst, status == .readyToPlay, let queue else { return }
        _ = queue.play(at: 0)
        queue.leave(queue.entries[0], endedAt: nil)
      }
      openings.withLock { $0.append(opening) }
      return player
    }
    queue.append([entry], plays: true)
    let supervisor = PausingSupervisor(queue)
    queue.supervise(by: supervisor)
    clock.advance(by: .seconds(1))
    #expect(
      supervisor.calls.withLock { $0 } == ["begin 0", "begin 0", "prepare true", "did start"])
  }

  @Test func aPauseWhileAnItemIsPreparedIsNotLost() {
    let queue = PlayerQueue(
      supervising: entries(nil, 0, 25), preloading: .whenCurrentItemIsRead, clock: clock)
    let supervisor = PausingSupervisor(queue)
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(supervisor.calls.withLock { $0 }.isEmpty)
    queue.supervise(by: supervisor)
    clock.advance(by: .seconds(5))
    #expect(queue.currentItem?.playbackState == .paused)
    #expect(queue.currentItem?.currentTime() == .zero)
    let hasMoved = queue.move(by: -1)
    #expect(hasMoved && queue.departure?.entry == queue.entries[2] && queue.departure?.offset == -1)
    queue.leave(queue.entries[2], endedAt: nil)
    clock.advance(by: .seconds(1))
    let attempts = ["fail 0", "begin 1", "fail 1", "begin 2", "prepare true", "did start"]
    #expect(
      supervisor.calls.withLock { $0 } == attempts + ["begin 1", "fail 1"] + attempts)
  }
}
