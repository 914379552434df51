import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import PlayheadLocking
import Testing
import PlayheadTimekeeping

/// What a queue reports of its items, and when that ends.
@Suite struct QueueProgressTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))

  /// Returns entries with these numbers of 40 ms frames.
  private func entries(_ frameCounts: Int...) -> [PlayerQueue.Entry] {
    frameCounts.map { count in
      PlayerQueue.Entry { [clock] in Player(media: FakeMedia(frameCount: count), clock: clock) }
    }
  }

  private func record<P: Publisher>(_ publisher: P) -> RecordingSubscriber<P.Output, P.Failure> {
    let recorder = RecordingSubscriber<P.Output, P.Failure>()
    publisher.subscribe(recorder)
    return recorder
  }

  /// Plays a queue while a loop over its progress runs. Returns the loop's values when it has ended.
  private func values(
    _ progress: ProgressSequence, of queue: PlayerQueue
  ) async -> [PlayheadProgress] {
    await clock.advance(by: .seconds(20)) {
      var values: [PlayheadProgress] = []
      queue.play()
      for await value in progress { values.append(value) }
      return values
    }
  }

  @Test func eachValueNamesItsEntry() {
    let entries = entries(25, 50)
    let queue = PlayerQueue(entries: entries, clock: clock)
    let progress = record(queue.progressPublisher(on: .percentages([50])))
    queue.play()
    clock.advance(by: .seconds(10))
    let places = progress.values.map { value in entries.firstIndex { $0 == value.entry } }
    #expect(places == [0, 0, 0, 1, 1, 1])
    #expect(progress.values.filter { $0.boundary != nil }.map(\.entry) == entries)
  }

  @Test func aPlayersProgressHasNoEntry() {
    let stage = Stage(FakeMedia(frameCount: 25))
    #expect(stage.player.currentProgress().entry == nil)
  }

  @Test func aLoopEndsAfterTheLastItem() async {
    let entries = entries(25, 50)
    let queue = PlayerQueue(entries: entries, clock: clock)
    let values = await values(queue.progress(every: .milliseconds(500)), of: queue)
    #expect(values.first?.entry == entries[0])
    #expect(values.last?.entry == entries[1] && values.last?.cause == .ended)
    #expect(values.last?.position == .seconds(2))
  }

  @Test func aLoopEndsWhereTheQueuePauses() async {
    let entries = entries(25, 50)
    let queue = PlayerQueue(entries: entries, clock: clock)
    queue.actionAtItemEnd = .pause
    let values = await values(queue.progress(on: .percentages([50])), of: queue)
    #expect(values.last?.entry == entries[0] && values.last?.cause == .ended)
  }

  @Test func aLoopEndsAtOnceAfterThePlaylist() async {
    let queue = PlayerQueue(entries: entries(25), clock: clock)
    queue.play()
    clock.advance(by: .seconds(5))
    let values = await values(queue.progress(every: .seconds(1)), of: queue)
    #expect(values == [])
  }

  @Test(arguments: [ActionAtItemEnd.advance, .pause])
  func progressContinuesAfterAnItemThatFails(_ action: ActionAtItemEnd) {
    let error = MediaError(.read, of: "fake", reason: .damaged)
    let failing = FakeMedia(
      info: FakeMedia(frameCount: 25).info, steps: FakeMedia.frames(0..<10) + [.failure(error)])
    let entries = [
      PlayerQueue.Entry { [clock] in Player(media: failing, clock: clock) }, entries(25)[0],
    ]
    let queue = PlayerQueue(entries: entries, clock: clock)
    queue.actionAtItemEnd = action
    let progress = record(queue.progressPublisher(on: .interval(.seconds(5)), until: .ended))
    queue.play()
    clock.advance(by: .seconds(5))
    #expect(progress.values.last?.entry == entries[1] && progress.values.last?.cause == .ended)
    #expect(progress.completion == .finished)
    #expect(clock.armedTimerCount == 0)
  }

  /// The entry that follows the end is current at once, and published later.
  @Test func aSubscriberWaitsForAnEntryThatIsAppendedAfterTheEnd() {
    let queue = PlayerQueue(entries: entries(25), clock: clock)
    queue.play()
    clock.advance(by: .seconds(5))
    let entry = entries(25)[0]
    queue.append([entry])
    let progress = record(queue.progressPublisher(on: .interval(.seconds(5)), until: .ended))
    clock.advance(by: .seconds(5))
    #expect(progress.values.map(\.entry) == [entry, entry])
    #expect(progress.story == ["started 0 playing", "ended 1000 ended"])
    #expect(progress.completion == .finished)
  }

  @Test func progressUntilTheEndSurvivesAPauseInTheMiddle() {
    let queue = PlayerQueue(entries: entries(25), clock: clock)
    queue.actionAtItemEnd = .pause
    let progress = record(queue.progressPublisher(on: .interval(.seconds(5)), until: .ended))
    queue.play()
    clock.advance(by: .milliseconds(500))
    queue.pause()
    clock.advance(by: .seconds(5))
    #expect(progress.completion == nil)
    queue.play()
    clock.advance(by: .seconds(5))
    #expect(progress.story.last == "ended 1000 ended" && progress.completion == .finished)
  }

  @Test func theSubscriptionDoesNotRetainTheQueue() {
    var queue: PlayerQueue? = PlayerQueue(entries: entries(25), clock: clock)
    weak let weakQueue = queue
    let progress = queue.map { record($0.progressPublisher(on: .chapters, until: .ended)) }
    queue = nil
    #expect(weakQueue == nil)
    progress?.cancel()
  }

  @Test func aLoopUntilTheEndKeepsItsQueue() async {
    let entries = entries(25, 25)
    var queue: PlayerQueue? = PlayerQueue(entries: entries, clock: clock)
    weak let weakQueue = queue
    queue?.play()
    var iterator = queue?.progress(every: .seconds(5)).makeAsyncIterator()
    queue = nil
    clock.advance(by: .milliseconds(1_500))
    #expect(weakQueue?.currentIndex == 1)
    #expect(await iterator?.next()?.entry == entries[1])
    iterator = nil
    #expect(weakQueue == nil)
  }

  @Test func statesNameTheirEntry() {
    let entries = entries(25, 50)
    let queue = PlayerQueue(clock: clock)
    let states = record(queue.playbackStatePublisher(queue: nil))
    queue.append(entries)
    clock.advance(by: .zero)
    queue.play()
    clock.advance(by: .seconds(1))
    queue.pause()
    clock.advance(by: .seconds(1))
    queue.play()
    clock.advance(by: .seconds(5))
    let story = states.values.map { value in
      "\(entries.firstIndex { $0 == value.entry }.map(String.init) ?? "none") \(value.state)"
    }
    #expect(
      story.filter { !$0.hasSuffix("loading") } == [
        "none idle", "0 idle", "0 paused", "0 playing", "0 ended", "1 paused", "1 playing",
        "1 paused", "1 playing", "1 ended", "none ended",
      ])
  }

  @Test func stateIsDeliveredOnTheMainQueueByDefault() {
    let queue = PlayerQueue(entries: entries(25), clock: clock)
    let states = record(queue.playbackStatePublisher)
    #expect(states.values.isEmpty)
    clock.advance(by: .zero)
    #expect(states.values.last?.entry == queue.entries[0] && states.values.last?.state == .paused)
  }

  @Test func boundaryObserversAreCalledInEachItem() {
    let queue = PlayerQueue(entries: entries(25, 50), clock: clock)
    let count = Locked(0)
    let observer = queue.addBoundaryTimeObserver(forTimes: [.milliseconds(500)]) {
      count.withLock { $0 += 1 }
    }
    queue.play()
    clock.advance(by: .seconds(2))
    #expect(count.withLock { $0 } == 2)
    queue.removeTimeObserver(observer)
    clock.advance(by: .seconds(5))
    #expect(count.withLock { $0 } == 2)
  }

  @Test func theRateStaysAfterTheLastItem() {
    let queue = PlayerQueue(entries: entries(25), clock: clock)
    queue.rate = 2
    clock.advance(by: .seconds(5))
    #expect(queue.currentItem == nil && queue.rate == 2)
    queue.append(entries(250))
    clock.advance(by: .seconds(1))
    #expect(queue.currentItem?.currentTime() == .seconds(2))
    #expect(queue.currentItem?.rate == 2)
  }

  @Test func theRateOfAPlayerCanBeSet() {
    let stage = Stage(FakeMedia(frameCount: 100))
    stage.player.rate = 2
    stage.advance(milliseconds: 1_000)
    #expect(stage.player.currentTime() == .seconds(2) && stage.player.rate == 2)
    stage.player.rate = .paused
    #expect(stage.player.playbackState == .paused)
    stage.play(milliseconds: 5_000)
    #expect(stage.player.playbackState == .ended && stage.player.rate == .paused)
  }

  /// A function over both kinds of playheads.
  @Test func aFunctionTakesPlayersAndQueues() {
    func percentages(of playhead: some Playhead) -> RecordingSubscriber<Double, Never> {
      record(
        playhead.progressPublisher(on: .percentages([50])).compactMap { $0.boundary?.percentage })
    }
    let stage = Stage(FakeMedia(frameCount: 25))
    let queue = PlayerQueue(entries: entries(25, 25), clock: clock)
    let (one, two) = (percentages(of: stage.player), percentages(of: queue))
    stage.play(milliseconds: 5_000)
    queue.play()
    clock.advance(by: .seconds(5))
    #expect(one.values == [50] && two.values == [50, 50])
  }

  @Test func theProgressOfEachPlayheadCanBeRead() {
    func position(of playhead: some Playhead) -> MediaTime? {
      let progress = playhead.progressIfKnown
      #expect(progress.map { $0.hostInstant == playhead.clock.now } != false)
      return progress?.position
    }
    let stage = Stage(FakeMedia(frameCount: 25))
    let queue = PlayerQueue(clock: clock)
    #expect(position(of: stage.player) == .zero && position(of: queue) == nil)
    let added = entries(25)
    queue.append(added)
    queue.play()
    stage.play(milliseconds: 200)
    clock.advance(by: .milliseconds(300))
    #expect(position(of: stage.player) == .milliseconds(200))
    #expect(position(of: queue) == .milliseconds(300))
    #expect(queue.progressIfKnown?.entry == added.first)
  }
}
