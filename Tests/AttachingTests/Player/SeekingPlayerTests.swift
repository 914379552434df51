import PlayheadCore
import PlayheadTesting
import PlayheadTimekeeping
import PortableCombine
import Testing

@testable import PlayheadAttaching

/// A seek of another player is one discontinuity, however long it takes.
@Suite struct SeekingPlayerTests {
  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
  private let source: FakeSource
  private let player: AttachedPlayer
  private let recorder = RecordingSubscriber<PlayheadProgress, Never>()

  init() {
    source = FakeSource(clock)
    player = AttachedPlayer(source, clock: clock)
    player.progressPublisher(on: .times([.seconds(99)]), until: .closed).subscribe(recorder)
    clock.advance(by: .zero)
  }

  /// Plays or is paused from 10 s on, for two seconds.
  private func begin(
    _ playback: PlayerFacts.Playback = .playing, duration: MediaTime? = .seconds(60)
  ) {
    source.change(
      {
        $0.item = PlayerFacts.Item(identity: "a")
        $0.item?.duration = duration
        $0.playback = playback
      }, to: .seconds(10))
    clock.advance(by: .seconds(2))
  }

  private func answerNothing(for time: Duration) {
    source.answer(.other)
    clock.advance(by: time)
    source.answer(.position)
  }

  private var causes: [ProgressCause] { recorder.values.map(\.cause) }

  private func isWithin(_ position: Double) throws -> Bool {
    let progress = try #require(player.progressIfKnown)
    let uncertainty = try #require(progress.uncertainty.flatMap { MediaTime($0) })
    return abs(progress.position.seconds - position) <= uncertainty.seconds
  }

  @Test func aSeekThatLastsIsPublishedAtItsTarget() throws {
    begin()
    source.beginSeek(to: SeekDestination(position: .seconds(50), reach: nil))
    answerNothing(for: .milliseconds(100))
    let seeked = try #require(recorder.values.last)
    #expect(causes == [.seeked] && seeked.position == .seconds(50) && seeked.state == .stalled)
    #expect(seeked.uncertainty == .seconds(50))
    answerNothing(for: .seconds(6))
    #expect(causes == [.seeked])
    source.seek(to: .seconds(48))
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(1))
    #expect(causes == [.seeked, .resumed])
    #expect(abs(try #require(player.progressIfKnown).position.seconds - 49) < 0.01)
    #expect(try #require(recorder.values.last).playedTime <= .milliseconds(2_001))
  }

  @Test func anExactSeekThatLastsIsPublishedWithinAFrame() throws {
    begin()
    source.beginSeek(to: SeekDestination(position: .seconds(50), reach: .milliseconds(40)))
    answerNothing(for: .seconds(3))
    #expect(recorder.values.last?.uncertainty == .milliseconds(40))
    source.seek(to: .milliseconds(50_030))
    clock.advance(by: .milliseconds(10))
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(1))
    #expect(causes == [.seeked, .resumed])
  }

  @Test func aSeekThatLastsWhilePausedIsPublishedOnce() throws {
    begin(.paused)
    source.beginSeek(
      to: SeekDestination(position: .milliseconds(5_510), reach: .milliseconds(42)),
      isPlaying: false)
    answerNothing(for: .seconds(3))
    source.seek(to: .milliseconds(5_542))
    clock.advance(by: .seconds(1))
    #expect(causes == [.seeked])
    #expect(abs(try #require(player.progressIfKnown).position.seconds - 5.542) < 0.001)
    #expect(try #require(player.progressIfKnown?.uncertainty) < .milliseconds(1))
  }

  @Test func aSeekWhilePausedThatEndsElsewhereIsPublishedAgain() throws {
    begin(.paused)
    source.beginSeek(to: SeekDestination(position: .seconds(50), reach: nil), isPlaying: false)
    answerNothing(for: .seconds(3))
    source.seek(to: .seconds(45))
    clock.advance(by: .seconds(1))
    #expect(causes == [.seeked, .seeked])
    #expect(abs(try #require(player.progressIfKnown).position.seconds - 45) < 0.001)
  }

  @Test(arguments: [true, false]) func aShortSeekIsPublishedWithItsPosition(_ isExact: Bool) throws
  {
    begin()
    source.beginSeek(
      to: SeekDestination(position: .seconds(50), reach: isExact ? .milliseconds(40) : nil))
    answerNothing(for: .milliseconds(60))
    #expect(causes.isEmpty)
    source.seek(to: .milliseconds(50_020))
    source.change { $0.playback = .playing }
    clock.advance(by: .milliseconds(1))
    #expect(causes == [.seeked] && recorder.values.last?.state == .playing)
    #expect(abs(try #require(recorder.values.last).position.seconds - 50.02) < 0.005)
  }

  @Test(arguments: [MediaTime.seconds(60), nil])
  func thePositionDuringASeekMayBeAnywhere(_ duration: MediaTime?) throws {
    begin(duration: duration)
    source.beginSeek()
    source.answer(.other)
    for _ in 0..<30 {
      clock.advance(by: .milliseconds(50))
      #expect(try isWithin(0) && isWithin(12) && isWithin(60))
    }
    #expect(causes == [.seeked] && recorder.values.last?.state == .stalled)
    source.answer(.position)
    source.seek(to: .seconds(50))
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(1))
    #expect(causes == [.seeked, .resumed] && player.progressIfKnown?.state == .playing)
    #expect(try #require(recorder.values.last).playedTime <= .milliseconds(2_001))
  }

  @Test func aSeekWhilePausedIsPublishedWhenItsTargetIsKnown() throws {
    begin(.paused)
    source.beginSeek(isPlaying: false)
    answerNothing(for: .seconds(1))
    #expect(try causes.isEmpty && isWithin(0) && isWithin(60))
    source.aim(at: SeekDestination(position: .seconds(50), reach: nil))
    clock.advance(by: .milliseconds(1))
    #expect(causes == [.seeked] && recorder.values.last?.position == .seconds(50))
  }

  @Test func aSeekBeyondTheEndEndsThere() throws {
    begin()
    source.beginSeek(to: SeekDestination(position: .seconds(90), reach: nil))
    source.end()
    clock.advance(by: .seconds(1))
    #expect(causes == [.ended] && recorder.values.last?.position == .seconds(60))
    #expect(try #require(recorder.values.last?.uncertainty) <= .seconds(1))
  }

  /// The player may report that it plays before its position is read.
  @Test(arguments: [90, 2_000]) func theFirstReadingAfterASeekIsAwaited(_ length: Int64) throws {
    begin()
    source.beginSeek(to: SeekDestination(position: .seconds(50), reach: .milliseconds(500)))
    source.answer(.other)
    clock.advance(by: .milliseconds(length))
    let count = recorder.values.count
    source.seek(to: .milliseconds(50_300))
    source.change { $0.playback = .playing }
    clock.advance(by: .milliseconds(30))
    #expect(recorder.values.count == count)
    source.answer(.position)
    clock.advance(by: .milliseconds(100))
    #expect(causes == (length < 100 ? [.seeked] : [.seeked, .resumed]))
    #expect(abs(try #require(recorder.values.last).position.seconds - 50.38) < 0.06)
  }

  @Test func eachSeekIsPublished() throws {
    begin()
    for target: Int64 in [50, 20] {
      source.beginSeek(to: SeekDestination(position: .seconds(target), reach: nil))
      answerNothing(for: .milliseconds(500))
    }
    source.seek(to: .seconds(20))
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(1))
    #expect(causes == [.seeked, .seeked, .resumed])
  }

  // MARK: The order of changes

  private var before: HostInstant { clock.now.advanced(by: .milliseconds(-50)) }

  @Test func aPauseIsPublishedBeforeASeekThatFollowsAtOnce() throws {
    begin()
    source.change({ $0.playback = .paused }, since: before)
    source.seek(to: .seconds(30), tells: true)
    clock.advance(by: .seconds(1))
    source.change({ $0.playback = .playing }, since: before)
    source.seek(to: .seconds(31))
    clock.advance(by: .seconds(1))
    #expect(causes == [.paused, .seeked, .started, .seeked])
    #expect(abs(recorder.values[0].position.seconds - 12) < 0.06)
    #expect(recorder.values.map(\.state) == [.paused, .paused, .playing, .playing])
  }

  @Test func changesWithoutAReadingBetweenThemArePublishedInOrder() throws {
    begin()
    source.answer(.none)
    source.change({ $0.playback = .paused }, since: before)
    source.change({ $0.playback = .playing }, since: before)
    source.change({ $0.rate = Rate(2, 1) }, since: before)
    source.change({ $0.playback = .waiting }, since: before)
    source.change({ $0.playback = .playing }, since: before)
    clock.advance(by: .milliseconds(300))
    #expect(causes == [.paused, .started, .rateChanged, .stalled, .resumed])
    #expect(recorder.values.map(\.rate) == [0, 1, 2, 2, 2])
  }

  @Test func aPauseDuringASeekIsPublishedAfterIt() throws {
    begin()
    source.beginSeek()
    source.change { $0.playback = .paused }
    source.change { $0.playback = .playing }
    source.change { $0.playback = .paused }
    source.seek(to: .seconds(30))
    clock.advance(by: .seconds(1))
    #expect(causes == [.seeked, .paused, .started, .paused])
    #expect(recorder.values.allSatisfy { $0.position == recorder.values[0].position })
  }

  @Test func aPauseIsPublishedBeforeTheEndAndTheNextItem() throws {
    begin()
    source.change({ $0.playback = .paused }, since: before)
    source.change { $0.item = PlayerFacts.Item(identity: "b") }
    clock.advance(by: .seconds(1))
    #expect(causes == [.paused])
    source.change { $0.playback = .playing }
    clock.advance(by: .seconds(1))
    source.change({ $0.playback = .paused }, since: before)
    source.end()
    clock.advance(by: .seconds(1))
    #expect(causes.suffix(2) == [.paused, .ended])
    #expect(causes.count == 4)
  }
}
