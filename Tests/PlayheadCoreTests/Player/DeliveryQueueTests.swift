import Dispatch
import PlayheadLocking
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// The queues on which the publishers of a player and of a queue deliver.
@Suite struct DeliveryQueueTests {
  /// A publisher, by default and on a queue.
  struct Row: Sendable, CustomTestStringConvertible {
    typealias Make = @Sendable (Player, PlayerQueue, DispatchQueue?) -> AnyPublisher<Void, Never>

    var name: String
    var hasCurrentValue = true
    var byDefault: @Sendable (Player, PlayerQueue) -> AnyPublisher<Void, Never>
    var onQueue: Make

    var testDescription: String { name }
  }

  private static func row<One: Publisher, Other: Publisher>(
    _ name: String, hasCurrentValue: Bool = true,
    _ byDefault: @escaping @Sendable (Player, PlayerQueue) -> One,
    _ onQueue: @escaping @Sendable (Player, PlayerQueue, DispatchQueue?) -> Other
  ) -> Row
  where
    One.Failure == Never, Other.Failure == Never, One: SendableMetatype, Other: SendableMetatype
  {
    Row(
      name: name, hasCurrentValue: hasCurrentValue,
      byDefault: { byDefault($0, $1).map { _ in }.eraseToAnyPublisher() },
      onQueue: { onQueue($0, $1, $2).map { _ in }.eraseToAnyPublisher() })
  }

  private static let rows = [
    row("status", { one, _ in one.statusPublisher }, { $0.statusPublisher(queue: $2) }),
    row(
      "state", { one, _ in one.playbackStatePublisher }, { $0.playbackStatePublisher(queue: $2) }),
    row(
      "timeControlStatus", { one, _ in one.timeControlStatusPublisher },
      { $0.timeControlStatusPublisher(queue: $2) }),
    row("rate", { one, _ in one.ratePublisher }, { $0.ratePublisher(queue: $2) }),
    row("duration", { one, _ in one.durationPublisher }, { $0.durationPublisher(queue: $2) }),
    row(
      "bufferedRange", { one, _ in one.bufferedRangePublisher },
      { $0.bufferedRangePublisher(queue: $2) }),
    row(
      "isPlaybackLikelyToKeepUp", { one, _ in one.isPlaybackLikelyToKeepUpPublisher },
      { $0.isPlaybackLikelyToKeepUpPublisher(queue: $2) }),
    row(
      "isPlaybackBufferEmpty", { one, _ in one.isPlaybackBufferEmptyPublisher },
      { $0.isPlaybackBufferEmptyPublisher(queue: $2) }),
    row("mediaInfo", { one, _ in one.mediaInfoPublisher }, { $0.mediaInfoPublisher(queue: $2) }),
    row("tags", { one, _ in one.tagsPublisher }, { $0.tagsPublisher(queue: $2) }),
    row("metadata", { one, _ in one.metadataPublisher }, { $0.metadataPublisher(queue: $2) }),
    row("artwork", { one, _ in one.artworkPublisher }, { $0.artworkPublisher(queue: $2) }),
    row(
      "didPlayToEndTime", hasCurrentValue: false, { one, _ in one.didPlayToEndTimePublisher },
      { $0.didPlayToEndTimePublisher(queue: $2) }),
    row("volume", { one, _ in one.volumePublisher }, { $0.volumePublisher(queue: $2) }),
    row("isMuted", { one, _ in one.isMutedPublisher }, { $0.isMutedPublisher(queue: $2) }),
    row("audioState", { one, _ in one.audioStatePublisher }, { $0.audioStatePublisher(queue: $2) }),
    row(
      "frameCounts", { one, _ in one.frameCountsPublisher },
      { $0.frameCountsPublisher(queue: $2) }),
    row("chapter", { one, _ in one.chapterPublisher }, { $0.chapterPublisher(queue: $2) }),
    row(
      "currentItem", { _, queue in queue.currentItemPublisher },
      { $1.currentItemPublisher(queue: $2) }),
    row(
      "failure", hasCurrentValue: false, { _, queue in queue.failurePublisher },
      { $1.failurePublisher(queue: $2) }),
    row(
      "playbackState of a queue", { _, queue in queue.playbackStatePublisher },
      { $1.playbackStatePublisher(queue: $2) }),
    row(
      "cues", { one, _ in one.cuePublisher(CueTrack()) },
      { $0.cuePublisher(CueTrack(), queue: $2) }),
    row(
      "cues of a queue", { _, queue in queue.cuePublisher(CueTrack()) },
      { $1.cuePublisher(CueTrack(), queue: $2) }),
    row(
      "chapter of a queue", { _, queue in queue.chapterPublisher },
      { $1.chapterPublisher(queue: $2) }),
  ]

  /// The publishers that deliver at a time, which a timer of the queue determines.
  private static let timed = [
    row(
      "progress", hasCurrentValue: false, { one, _ in one.progressPublisher() },
      { $0.progressPublisher(queue: $2 ?? .main) }),
    row(
      "frames", hasCurrentValue: false, { one, _ in one.framePublisher() },
      { $0.framePublisher(queue: $2 ?? .main) }),
    row(
      "progress of a queue", hasCurrentValue: false, { _, queue in queue.progressPublisher() },
      { $1.progressPublisher(queue: $2 ?? .main) }),
  ]

  /// A player, and a queue whose second item cannot be opened.
  private struct Stage {
    let clock = QueueClock()
    let player: Player
    let queue: PlayerQueue

    init() {
      player = Player(media: FakeMedia(frameCount: 25), decoding: .all, clock: clock)
      let items = [
        FakeMedia(frameCount: 25),
        FakeMedia(failingWith: MediaError(.open, of: "fake", reason: .damaged)),
      ].map { [clock] in Player(media: $0, clock: clock) }
      queue = PlayerQueue(items, clock: clock)
      clock.manual.advance(by: .zero)
    }

    /// Returns the label of the queue of each value that the publisher delivers; nil for a value outside of timers.
    func queues(of publisher: AnyPublisher<Void, Never>) -> (
      first: [String?], all: [String?]
    ) {
      let queues = Locked<[String?]>([])
      let watching = publisher.sink { [clock] in
        queues.withLock { $0.append(clock.current.withLock { $0 }) }
      }
      let first = queues.withLock { $0 }
      player.play()
      queue.play()
      clock.manual.advance(by: .seconds(3))
      watching.cancel()
      return (first, queues.withLock { $0 })
    }
  }

  @Test(arguments: rows + timed)
  func aPublisherDeliversOnTheMainQueueByDefault(_ row: Row) {
    let stage = Stage()
    let (first, all) = stage.queues(of: row.byDefault(stage.player, stage.queue))
    #expect(first.isEmpty && !all.isEmpty && all.allSatisfy { $0 == DispatchQueue.main.label })
  }

  @Test(arguments: rows + timed)
  func aPublisherDeliversOnTheQueueOfItsArgument(_ row: Row) {
    let queue = DispatchQueue(label: "test")
    let stage = Stage()
    let (first, all) = stage.queues(of: row.onQueue(stage.player, stage.queue, queue))
    #expect(first.isEmpty && !all.isEmpty && all.allSatisfy { $0 == queue.label })
  }

  @Test(arguments: rows)
  func aPublisherWithoutAQueueDeliversAtOnce(_ row: Row) {
    let stage = Stage()
    let (first, all) = stage.queues(of: row.onQueue(stage.player, stage.queue, nil))
    #expect(first.count == (row.hasCurrentValue ? 1 : 0) && !all.isEmpty)
    #expect(all.allSatisfy { $0 != DispatchQueue.main.label })
  }

  @Test func cancellingDropsWhatWasNotDelivered() {
    let stage = Stage()
    let values = Locked(0)
    let watching = stage.player.playbackStatePublisher.sink { _ in values.withLock { $0 += 1 } }
    watching.cancel()
    stage.clock.manual.advance(by: .seconds(1))
    #expect(values.withLock { $0 } == 0)
  }

  @Test func aSubscriptionThatWasReleasedIsNotKept() {
    weak var subscriber: RecordingSubscriber<PlaybackState, Never>?
    let stage = Stage()
    do {
      let recorder = RecordingSubscriber<PlaybackState, Never>()
      subscriber = recorder
      stage.player.playbackStatePublisher.subscribe(recorder)
      stage.clock.manual.advance(by: .zero)
      #expect(recorder.values == [.idle])
      recorder.cancel()
    }
    #expect(subscriber == nil)
  }

  // MARK: The main actor

  @MainActor private final class Model {
    var statuses: [Player.Status] = []
    private var watching: AnyCancellable?

    init(of player: Player, done: @escaping () -> Void) {
      watching = player.statusPublisher.sink { [unowned self] status in
        statuses.append(status)
        if status == .readyToPlay { done() }
      }
    }
  }

  @MainActor @Test func aModelOfTheMainActorReceivesItsValuesThere() async {
    let player = Player(media: FakeMedia(frameCount: 25))
    var model: Model?
    await withCheckedContinuation { continuation in
      model = Model(of: player) { continuation.resume() }
      player.play()
    }
    #expect(model?.statuses == [.unknown, .readyToPlay])
    player.close()
  }
}

/// A manual clock that knows on which queue a handler would run.
private final class QueueClock: HostClock {
  let manual = ManualHostClock()
  /// The label of the queue of the handler that runs now.
  let current = Locked<String?>(nil)

  var now: HostInstant { manual.now }

  func makeTimer(
    on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) -> any HostTimer {
    manual.makeTimer(on: queue) { [self] in
      current.withLock { $0 = queue.label }
      handler()
      current.withLock { $0 = nil }
    }
  }

  func makeRoutine(
    on thread: HostRoutineThread, step: @escaping @Sendable () -> HostRoutineNext
  ) -> any HostRoutine {
    manual.makeRoutine(on: thread, step: step)
  }
}
