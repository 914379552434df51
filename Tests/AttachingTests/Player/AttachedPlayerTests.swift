@testable import PlayheadCore
import PlayheadLocking
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadAttaching

/// Another player publishes what a `Player` publishes.
@Suite struct AttachedPlayerTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
  private let source: FakeSource
  private let player: AttachedPlayer
  private let recorder = RecordingSubscriber<PlayheadProgress, Never>()

  init() {
    source = FakeSource(clock)
    player = AttachedPlayer(source, clock: clock)
    player.progressPublisher(interval: .milliseconds(250)).subscribe(recorder)
    clock.advance(by: .zero)
  }

  private func play(_ name: String = "a", from position: MediaTime = .seconds(10)) {
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: name)
        $0.item?.title = name
        $0.item?.duration = .seconds(60)
        $0.playback = .playing
      }, to: position)
    clock.advance(by: .milliseconds(1))
  }

  private var causes: [ProgressCause] { recorder.values.map(\.cause) }

  @Test func nothingIsPublishedBeforeThePlayerHasAnItem() {
    clock.advance(by: .seconds(10))
    source.change { $0.playback = .stopped }
    clock.advance(by: .seconds(10))
    #expect(player.status == .attached)
    #expect(recorder.values.isEmpty && player.currentItem == nil && player.progressIfKnown == nil)
    #expect(source.readCount == 0)
  }

  @Test func periodicUpdatesAreDueAtMultiplesOfTheInterval() throws {
    play()
    clock.advance(by: .seconds(5))
    #expect(player.currentItem?.title == "a")
    #expect(recorder.values.count >= 20)
    for progress in recorder.values {
      let truth = try #require(
        MediaTime.seconds(10).adding(
          .nanoseconds(progress.hostInstant.nanoseconds - 1_000_000_000_000)))
      let error = try #require(progress.position.subtracting(truth))
      let uncertainty = try #require(progress.uncertainty)
      #expect(abs(error.seconds) <= MediaTime(uncertainty)!.seconds)
      #expect(progress.clock == .player)
    }
    let due = recorder.values.filter { $0.cause == .interval }.map(\.due)
    #expect(due.allSatisfy { ($0.nanoseconds(rounding: .down) % 250_000_000) == 0 })
    #expect(Set(due).count == due.count && due == due.sorted())
  }

  @Test func eachDiscontinuityIsPublishedOnce() {
    play()
    clock.advance(by: .seconds(1))
    source.change { $0.playback = .paused }
    clock.advance(by: .seconds(1))
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(1))
    source.change { $0.rate = Rate(2, 1) }
    clock.advance(by: .seconds(1))
    source.change { $0.playback = .waiting }
    clock.advance(by: .seconds(1))
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(1))
    source.seek(to: .seconds(20), tells: true)
    clock.advance(by: .seconds(1))
    source.seek(to: .seconds(30), tells: false)
    clock.advance(by: .seconds(1))
    let changes = causes.filter { $0 != .interval }
    #expect(
      changes == [.paused, .started, .rateChanged, .stalled, .resumed, .seeked, .seeked])
  }

  @Test func aPausedPlayerIsNotRead() {
    play()
    clock.advance(by: .seconds(1))
    source.change { $0.playback = .paused }
    clock.advance(by: .seconds(1))
    let count = source.readCount
    clock.advance(by: .seconds(600))
    #expect(source.readCount == count)
  }

  @Test func aPlayingPlayerIsReadAtMostFiveTimesASecond() {
    play()
    clock.advance(by: .seconds(40))
    #expect(source.readCount > 3 && source.readCount <= 5 * 41)
  }

  @Test func theEndOfAnItemIsItsDuration() throws {
    play(from: .seconds(59))
    clock.advance(by: .milliseconds(999))
    source.end()
    clock.advance(by: .seconds(1))
    let last = try #require(recorder.values.last)
    #expect(last.cause == .ended && last.state == .ended && last.position == .seconds(60))
    #expect(causes.filter { $0 == .ended }.count == 1)
  }

  @Test func aPlayerThatWaitsAtTheEndIsNotStalled() {
    play(from: .seconds(59))
    clock.advance(by: .milliseconds(999))
    source.change { $0.playback = .waiting }
    source.end()
    clock.advance(by: .seconds(1))
    #expect(causes.filter { $0 != .interval } == [.ended])
  }

  @Test func theNextItemFollows() throws {
    play(from: .seconds(59))
    clock.advance(by: .milliseconds(999))
    source.end()
    clock.advance(by: .milliseconds(1))
    play("b", from: .zero)
    clock.advance(by: .milliseconds(600))
    #expect(player.currentItem?.title == "b")
    #expect(recorder.values.suffix(2).map(\.due) == [.milliseconds(250), .milliseconds(500)])
  }

  @Test func withUntilEndedThePublisherCompletesAfterTheFirstItem() {
    let first = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(on: .interval(.seconds(1)), until: .ended).subscribe(first)
    play(from: .seconds(59))
    clock.advance(by: .milliseconds(999))
    source.end()
    play("b", from: .zero)
    clock.advance(by: .seconds(3))
    #expect(first.isFinished && first.violations.isEmpty)
    #expect(first.values.last?.cause == .ended)
  }

  @Test func publishersCompleteWhenThePlayerIsLost() {
    play()
    clock.advance(by: .seconds(1))
    source.lose(.failed("it makes no sense"))
    clock.advance(by: .seconds(1))
    #expect(player.status == .failed("it makes no sense"))
    #expect(recorder.isFinished && recorder.violations.isEmpty)
    #expect(throws: TransportRefusal.unavailable) { try player.pause() }
  }

  @Test func theLastStatusIsPublishedAlsoAfterTheEnd() {
    source.lose(.failed("it makes no sense"))
    clock.advance(by: .seconds(1))
    let late = RecordingSubscriber<AttachmentStatus, Never>()
    player.statusPublisher(queue: nil).subscribe(late)
    #expect(late.values == [.failed("it makes no sense")] && late.isFinished)
  }

  @Test func closingEndsOnlyTheAttachment() {
    play()
    player.close()
    clock.advance(by: .seconds(1))
    #expect(player.status == .closed)
    #expect(source.isStopped && source.requests.isEmpty)
    #expect(recorder.isFinished && recorder.violations.isEmpty)
  }

  @Test func closingInASubscriberEndsWhatFollows() {
    let following = player.statusPublisher(queue: nil).sink { [player] status in
      if status == .attached { player.close() }
    }
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: "a")
        $0.playback = .playing
      }, to: .zero)
    // The item begins together with the attachment.
    source.read()
    clock.advance(by: .seconds(1))
    following.cancel()
    #expect(player.status == .closed)
    #expect(recorder.isFinished && recorder.values.isEmpty)
    #expect(player.progressIfKnown == nil && player.currentItem == nil)
    #expect(throws: TransportRefusal.unavailable) { try player.pause() }
  }

  @Test func aSubscriberOfAnItemMayCloseThePlayer() {
    let following = player.currentItemPublisher(queue: nil).sink { [player] item in
      if item != nil { player.close() }
    }
    // It subscribes after the one that closes.
    let late = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .milliseconds(250)).subscribe(late)
    play()
    clock.advance(by: .seconds(1))
    following.cancel()
    #expect(player.status == .closed && player.progressIfKnown == nil)
    #expect(recorder.isFinished && recorder.violations.isEmpty)
    #expect(late.isFinished && late.violations.isEmpty)
  }

  @Test func theReasonOfADepartureIsPublishedBeforeTheItemCompletes() {
    play()
    let isClosed = Locked<Bool?>(nil)
    let current = Locked<ObservedPlayhead?>(nil)
    let following = player.presencePublisher.sink { presence in
      switch presence {
      case .item(_, let playhead): current.withLock { $0 = playhead }
      case .none:
        isClosed.withLock { $0 = current.withLock { $0 }?.reading(countsFrame: false).isClosed }
      }
    }
    source.change { $0.item = PlayerFacts.Item(identity: "b") }
    clock.advance(by: .milliseconds(1))
    following.cancel()
    #expect(isClosed.withLock { $0 } == false)
  }

  @Test func aSeekAfterTheEndIsRead() throws {
    play(from: .seconds(59))
    clock.advance(by: .milliseconds(999))
    source.end()
    source.change { $0.playback = .paused }
    clock.advance(by: .seconds(1))
    source.seek(to: .seconds(20), tells: false)
    clock.advance(by: .seconds(1))
    let progress = try #require(player.progressIfKnown)
    #expect(progress.state == .paused && abs(progress.position.seconds - 20) < 0.001)
    #expect(recorder.values.last?.cause == .seeked)
  }

  @Test func requestsArePassedOrRefused() throws {
    play()
    try player.pause()
    try player.beginSeek(to: .seconds(-1))
    try player.setRate(Rate(2, 1))
    #expect(source.requests == [.setPaused(true), .seek(to: .zero), .setRate(Rate(2, 1))])
    #expect(throws: TransportRefusal.unsupported("there is no next item")) {
      try player.advanceToNextItem()
    }
  }

  @Test(arguments: [PlayerFacts.Playback.stopped, .paused, .playing, .waiting])
  func aRateStartsAPlayerThatDoesNotPlay(_ playback: PlayerFacts.Playback) throws {
    play()
    source.change { $0.playback = playback }
    try player.setRate(.normal)
    let starts = playback == .stopped || playback == .paused
    #expect(source.requests == [.setRate(.normal)] + (starts ? [.setPaused(false)] : []))
  }

  @Test func aSeekIsRefusedIfThePlayerCannotSeek() {
    play()
    source.change { $0.canSeek = false }
    #expect(throws: TransportRefusal.unsupported("the player cannot seek")) {
      try player.beginSeek(to: .zero)
    }
    #expect(source.requests.isEmpty)
  }

  @Test func anItemIsHeldAtZeroUntilItIsHeard() throws {
    play(from: .milliseconds(-350))
    clock.advance(by: .milliseconds(300))
    let held = try #require(player.progressIfKnown)
    #expect(held.position == .zero && held.state == .playing)
    clock.advance(by: .seconds(1))
    let moving = try #require(player.progressIfKnown)
    #expect(abs(moving.position.seconds - 0.951) < 0.001)
    #expect(causes.allSatisfy { $0 == .interval })
    #expect(recorder.values.map(\.due) == [250, 500, 750].map { .milliseconds($0) })
  }

  @Test func anItemThatWasPlayedToItsEndHasEndedAlsoIfThePlayerCloses() {
    let departures = Locked<[AttachedPlayer.Departure]>([])
    let following = player.presencePublisher.sink { presence in
      if case .none(let departure?) = presence { departures.withLock { $0.append(departure) } }
    }
    play(from: .seconds(59))
    source.end()
    source.lose(.closed)
    clock.advance(by: .seconds(1))
    following.cancel()
    #expect(departures.withLock { $0 } == [.ended])
  }

  /// It may have been stopped by a signal, or hang.
  @Test func aPlayerThatDoesNotAnswerIsLost() {
    play()
    clock.advance(by: .seconds(30))
    source.answer(.none)
    clock.advance(by: .seconds(11))
    #expect(player.status == .attached)
    // A source that looks for another player reports that unasked.
    source.tell(nil)
    clock.advance(by: .seconds(3))
    #expect(player.status == .failed("the player does not answer"))
    #expect(player.progressIfKnown == nil && recorder.isFinished && source.isStopped)
  }

  @Test func aPausedPlayerNeedNotAnswer() {
    play()
    clock.advance(by: .seconds(5))
    source.change { $0.playback = .paused }
    clock.advance(by: .seconds(1))
    source.answer(.none)
    clock.advance(by: .seconds(3_600))
    #expect(player.status == .attached)
  }

  /// The message of a pause that was long ago does not show when the next event happened, but players do not
  /// keep an event for long.
  @Test func aPlayerThatResumesIsNearTheInstantOfThePause() throws {
    play()
    clock.advance(by: .seconds(5))
    source.change { $0.playback = .paused }
    clock.advance(by: .seconds(60))
    source.change({ $0.playback = .playing }, since: clock.now.advanced(by: .seconds(-60)))
    let uncertainty = try #require(player.progressIfKnown?.uncertainty)
    #expect(uncertainty < .milliseconds(110))
  }

  @Test func aPlayerThatDoesNotAnswerMayHaveStopped() throws {
    play()
    clock.advance(by: .seconds(5))
    source.answer(.none)
    clock.advance(by: .seconds(9))
    let silent = try #require(player.progressIfKnown?.uncertainty)
    #expect(silent > .seconds(7) && silent < .seconds(10))
    source.answer(.position)
    clock.advance(by: .seconds(2))
    let answered = try #require(player.progressIfKnown?.uncertainty)
    #expect(answered < .milliseconds(10))
    #expect(causes.allSatisfy { $0 == .interval })
  }

  @Test func statedLatencyIsSubtracted() throws {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
    let source = FakeSource(clock)
    let player = AttachedPlayer(source, clock: clock, latency: .milliseconds(100))
    clock.advance(by: .zero)
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: "a")
        $0.playback = .playing
        $0.rate = Rate(2, 1)
      }, to: .seconds(10))
    clock.advance(by: .seconds(1))
    let progress = try #require(player.progressIfKnown)
    #expect(abs(progress.position.seconds - 11.8) < 0.001)
    #expect(progress.clock == .heard)
    source.change({ $0.item?.identity = "b" }, to: .zero)
    clock.advance(by: .milliseconds(90))
    #expect(player.progressIfKnown?.position == .zero)
    clock.advance(by: .milliseconds(20))
    #expect(abs(player.progressIfKnown!.position.seconds - 0.02) < 0.001)
  }

  /// A delay is another media time at another rate: no seek.
  @Test func aChangeOfTheRateIsNoSeekIfADelayIsSubtracted() throws {
    let player = AttachedPlayer(source, clock: clock, latency: .milliseconds(300))
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .milliseconds(250)).subscribe(recorder)
    play()
    clock.advance(by: .seconds(3))
    source.change { $0.rate = Rate(2, 1) }
    clock.advance(by: .seconds(3))
    #expect(recorder.values.map(\.cause).filter { $0 != .interval } == [.rateChanged])
    #expect(abs(player.progressIfKnown!.position.seconds - 18.402) < 0.005)
  }
}
