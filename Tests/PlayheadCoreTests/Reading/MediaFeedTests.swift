import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The feed without a player: the packets it reads, how far ahead, and from which position.
@Suite struct MediaFeedTests {
  private let frames = FakeMedia.frames(0..<1_000)

  private func feed(decodes: Bool = false, isSeekable: Bool = true) throws -> MediaFeed {
    var feed = MediaFeed(decodes: decodes)
    try feed.open(FakeMedia(frameCount: 1_000, isSeekable: isSeekable).info)
    return feed
  }

  /// A step as text, positions in milliseconds.
  private func text(_ step: MediaFeed.Step?) -> String {
    func milliseconds(_ time: MediaTime) -> Int64 { time.nanoseconds(rounding: .down) / 1_000_000 }
    switch step {
    case .seek(let time, let generation): return "seek \(milliseconds(time)) \(generation)"
    case .read(let generation): return "read \(generation)"
    case .rest(let position): return "rest" + (position.map { " \(milliseconds($0))" } ?? "")
    case nil: return "nothing"
    }
  }

  private func step(_ feed: inout MediaFeed, at milliseconds: Int64) -> String {
    text(feed.nextStep(playhead: .milliseconds(milliseconds), keepingFramesFrom: nil))
  }

  private func passStep(
    _ feed: inout MediaFeed, over range: Range<MediaTime>, at milliseconds: Int64
  ) -> String {
    text(feed.nextPassStep(over: range, isPassRead: true, playhead: .milliseconds(milliseconds)))
  }

  private func packets(_ range: Range<Int>) -> [MediaRead] {
    frames[range].compactMap { if case .packet(let packet) = $0 { .packet(packet) } else { nil } }
  }

  @Test func readsFiveSecondsAheadAndContinuesOnceHalfIsPlayed() throws {
    var feed = try feed()
    #expect(step(&feed, at: 0) == "read 0")
    for packet in packets(0..<125) { feed.record(packet) }
    #expect(step(&feed, at: 0) == "rest 2500")
    #expect(step(&feed, at: 2_400) == "read 0")
    feed.record(.endOfMedia)
    #expect(step(&feed, at: 2_400) == "rest" && feed.end == .milliseconds(5_000))
  }

  @Test func aNewPositionStartsAGenerationWithASeek() throws {
    var feed = try feed()
    for packet in packets(0..<10) { feed.record(packet) }
    feed.restart(at: .seconds(20))
    #expect(feed.readAhead.limit == .seconds(20))
    #expect(step(&feed, at: 20_000) == "seek 20000 1")
    #expect(step(&feed, at: 20_000) == "read 1")
    // The next change carries the frames read before the restart, once.
    #expect(feed.removeFrameCrossing().left?.numbers.count == 10)
    #expect(feed.removeFrameCrossing().left == nil)
  }

  @Test func theNextPassOfALoopIsReadAfterTheCurrentOne() throws {
    var feed = try feed()
    let range = MediaTime.milliseconds(400) ..< .milliseconds(800)
    #expect(feed.nextPassStep(over: range, isPassRead: false, playhead: .zero) == nil)
    for packet in packets(0..<20) { feed.record(packet) }
    #expect(feed.hasReadPass(to: range.upperBound))
    #expect(passStep(&feed, over: range, at: 0) == "seek 400 1")
    #expect(passStep(&feed, over: range, at: 0) == "read 1" && feed.isReadingNextPass)
    for packet in packets(10..<20) { feed.recordForNextPass(packet) }
    #expect(passStep(&feed, over: range, at: 0) == "rest" && feed.isReadingNextPass)
    let isEntered = feed.enterNextPass(at: range.lowerBound, isReused: false)
    #expect(isEntered && feed.generation == 1 && !feed.isReadingNextPass)
    #expect(feed.readAhead.limit == .milliseconds(800))
    let isEnteredAgain = feed.enterNextPass(at: range.lowerBound, isReused: false)
    #expect(!isEnteredAgain)
  }

  /// A reused pass needs no reading, so the worker is not woken.
  @Test(arguments: [false, true]) func theWorkerIsWokenForAPassThatMustBeRead(isReused: Bool)
    throws
  {
    var feed = try feed()
    for packet in packets(0..<20) { feed.record(packet) }
    let range = MediaTime.zero ..< .milliseconds(800)
    _ = feed.nextPassStep(over: range, isPassRead: true, playhead: .zero)
    _ = feed.enterNextPass(at: .zero, isReused: isReused)
    #expect((feed.next != nil) == isReused)
    let calls = [feed.clearWorkerCall(), feed.clearWorkerCall()]
    #expect(calls == [!isReused, false])
  }

  /// With decoding, the packets behind the playhead are needed again.
  @Test(arguments: [false, true]) func readingContinuesWhereAnEndedLoopLeftIt(decodes: Bool) throws
  {
    var feed = try feed(decodes: decodes)
    for packet in packets(0..<50) { feed.record(packet) }
    let range = MediaTime.zero ..< .milliseconds(800)
    #expect(passStep(&feed, over: range, at: 100) == "seek 0 1")
    feed.abandonNextPass(playhead: .milliseconds(100))
    #expect(feed.next == nil && feed.readAhead.limit == .seconds(2))
    #expect(step(&feed, at: 100) == (decodes ? "seek 100 2" : "seek 2000 2"))
    let isWorkerCalled = feed.clearWorkerCall()
    #expect(isWorkerCalled)
    // No pass is left to abandon.
    feed.abandonNextPass(playhead: .milliseconds(100))
    #expect(step(&feed, at: 100) == "read 2")
  }

  /// Decoding receives the feed's events in order.
  @Test func theFeedSendsTheEventsOfItsPackets() throws {
    var feed = try feed(decodes: true)
    let range = MediaTime.zero ..< .milliseconds(800)
    for packet in packets(0..<20) { feed.record(packet) }
    _ = feed.nextPassStep(over: range, isPassRead: true, playhead: .zero)
    feed.recordForNextPass(.endOfMedia)
    _ = feed.enterNextPass(at: .zero, isReused: false)
    #expect(feed.removeEvents() == [.nextPassBegan(range), .ended, .wrapped(to: .zero)])
    _ = feed.nextPassStep(over: range, isPassRead: true, playhead: .zero)
    feed.abandonNextPass(playhead: .seconds(1))
    feed.record(.endOfMedia)
    feed.jump(to: .seconds(2))
    #expect(
      feed.removeEvents() == [
        .nextPassBegan(range), .nextPassAbandoned, .ended, .jumped(to: .seconds(2)),
      ])
    feed.restart(at: .seconds(3))
    feed.finish(with: MediaError(.read, of: "fake", reason: .damaged))
    #expect(feed.removeEvents() == [.restarted(at: .seconds(3)), .ended])
    #expect(feed.removeEvents().isEmpty)
  }

  @Test func withoutDecodingNothingIsSent() throws {
    var feed = try feed()
    feed.restart(at: .seconds(3))
    feed.jump(to: .seconds(4))
    #expect(feed.removeEvents().isEmpty)
  }

  @Test func aRestartVoidsWhatWasSentBeforeIt() {
    var queue = FeedEventQueue()
    for event in [
      .jumped(to: .seconds(1)), .jumped(to: .seconds(2)), .nextPassAbandoned,
      .jumped(to: .seconds(3)),
    ] as [FeedEvent] { queue.append(event) }
    #expect(
      queue.take() == [.jumped(to: .seconds(2)), .nextPassAbandoned, .jumped(to: .seconds(3))])
    for second in 0..<1_000 as Range<Int64> {
      queue.append(.jumped(to: .seconds(second)))
      queue.append(.restarted(at: .seconds(second)))
    }
    #expect(queue.take() == [.restarted(at: .seconds(999))])
  }

  @Test func aMissingTrackIsNamed() {
    var feed = MediaFeed(chosenTracks: [3])
    #expect(
      throws: MediaError(.open, of: "fake", reason: .noSuchTrack, detail: "requested 3, playable 0")
    ) {
      try feed.open(FakeMedia(frameCount: 1).info)
    }
    #expect(feed.opened == nil)
  }
}
