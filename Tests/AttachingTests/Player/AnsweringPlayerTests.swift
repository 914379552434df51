import PlayheadCore
import PlayheadLocking
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadAttaching

/// Whether a player answers, and whether it has a position, are two questions.
@Suite struct AnsweringPlayerTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
  private let source: FakeSource
  private let player: AttachedPlayer
  private let recorder = RecordingSubscriber<PlayheadProgress, Never>()
  private let notices = RecordingSubscriber<ItemNotice, Never>()

  init() {
    source = FakeSource(clock)
    player = AttachedPlayer(source, clock: clock)
    player.progressPublisher(interval: .milliseconds(250)).subscribe(recorder)
    player.noticePublisher.subscribe(notices)
    clock.advance(by: .zero)
  }

  private func open(_ name: String, _ playback: PlayerFacts.Playback = .playing) {
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: name)
        $0.playback = playback
      }, to: .seconds(10))
    clock.advance(by: .milliseconds(1))
  }

  @Test(arguments: [FakeSource.Answer.withoutPosition, .other, .notAsked])
  func aPlayerThatOpensForLongIsNotLost(_ answer: FakeSource.Answer) throws {
    open("a")
    source.answer(answer)
    open("b", .waiting)
    clock.advance(by: .seconds(60))
    #expect(player.status == .attached && player.currentItem == nil)
    source.answer(.position)
    source.change({ $0.playback = .playing }, to: .zero)
    clock.advance(by: .seconds(3))
    #expect(player.currentItem != nil)
    #expect(abs(try #require(player.progressIfKnown).position.seconds - 3) < 0.001)
  }

  @Test(arguments: [FakeSource.Answer.withoutPosition, .other, .notAsked])
  func aPlayerThatWaitsForLongIsNotLost(_ answer: FakeSource.Answer) {
    open("a")
    clock.advance(by: .seconds(3))
    source.answer(answer)
    source.change { $0.playback = .waiting }
    source.seek(to: .seconds(50), tells: false)
    clock.advance(by: .seconds(60))
    #expect(player.status == .attached && player.currentItem != nil)
  }

  /// As an mpv whose sound has not begun.
  @Test func aPlayerThatCannotBeAskedAfterEachEventIsReadSoonLater() throws {
    open("a")
    clock.advance(by: .seconds(60))
    for round in 1...20 {
      source.answer(.notAsked)
      source.seek(to: .seconds(Int64(round) * 10))
      clock.advance(by: .milliseconds(50))
      source.answer(.position)
      clock.advance(by: .milliseconds(20))
      let progress = try #require(player.progressIfKnown)
      #expect(try #require(progress.uncertainty) < .milliseconds(1), "\(round)")
      #expect(progress.position >= .seconds(Int64(round) * 10), "\(round)")
    }
  }

  @Test func onlyAQuestionThatIsNotAnsweredCounts() {
    open("a")
    source.answer(.withoutPosition)
    open("b", .waiting)
    clock.advance(by: .seconds(60))
    source.answer(.none)
    clock.advance(by: .seconds(11))
    #expect(player.status == .attached)
    clock.advance(by: .seconds(3))
    #expect(player.status == .failed("the player does not answer"))
  }

  @Test(arguments: [FakeSource.Answer.none, .withoutPosition])
  func aPlayerThatStatesNoPositionStaysWithinItsItem(_ answer: FakeSource.Answer) throws {
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: "a")
        $0.item?.duration = .seconds(20)
        $0.playback = .playing
      }, to: .seconds(15))
    clock.advance(by: .seconds(3))
    source.answer(answer)
    clock.advance(by: .seconds(11))
    let progress = try #require(player.progressIfKnown)
    #expect(progress.position == .seconds(20) && progress.state == .playing)
    #expect(try #require(progress.uncertainty) > .seconds(5))
    #expect(recorder.values.allSatisfy { $0.position <= .seconds(20) })
    source.answer(.position)
    source.seek(to: .seconds(2))
    clock.advance(by: .seconds(2))
    #expect(abs(try #require(player.progressIfKnown).position.seconds - 4) < 0.001)
  }

  @Test func aPositionThatIsMissingForLongIsNoticedOnceForAnItem() {
    source.answer(.withoutPosition)
    open("a")
    clock.advance(by: .milliseconds(4_900))
    #expect(notices.values.isEmpty)
    clock.advance(by: .seconds(60))
    #expect(notices.values == [.missingPosition] && recorder.values.isEmpty)
    source.answer(.position)
    clock.advance(by: .seconds(2))
    source.answer(.withoutPosition)
    clock.advance(by: .seconds(60))
    #expect(notices.values == [.missingPosition])
    open("b")
    clock.advance(by: .seconds(60))
    #expect(notices.values == [.missingPosition, .missingPosition])
  }

  /// It is not asked again.
  @Test func aPositionThatIsMissingOnceIsNotNoticed() {
    open("a")
    clock.advance(by: .seconds(5))
    source.answer(.withoutPosition)
    source.change { $0.playback = .paused }
    clock.advance(by: .milliseconds(50))
    source.answer(.position)
    source.change { $0.playback = .playing }
    source.change { $0.playback = .paused }
    clock.advance(by: .seconds(60))
    #expect(notices.values.isEmpty && player.status == .attached)
  }

  /// It may play on or wait.
  @Test func theUncertaintyOfAPlayerGrowsThatHasNoPositionAnyLonger() throws {
    open("a")
    clock.advance(by: .seconds(5))
    source.answer(.withoutPosition)
    // Other news of the player say nothing of its position.
    for volume in 0..<9 {
      clock.advance(by: .seconds(1))
      source.change { $0.volume = Double(volume) }
    }
    let uncertainty = try #require(player.progressIfKnown?.uncertainty)
    #expect(uncertainty > .seconds(6) && uncertainty < .seconds(10))
    source.answer(.position)
    clock.advance(by: .seconds(2))
    #expect(try #require(player.progressIfKnown?.uncertainty) < .milliseconds(10))
  }
}
