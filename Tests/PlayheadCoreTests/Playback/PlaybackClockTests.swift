import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Synchronization
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// A clock whose time at each host instant is set by a test.
private final class ScriptedClock: PlaybackClock {
  let script: @Sendable (Int64) -> Int64

  init(_ script: @escaping @Sendable (_ host: Int64) -> Int64) { self.script = script }

  func time(at instant: HostInstant) -> Duration { .nanoseconds(script(instant.nanoseconds)) }
}

@Suite struct PlaybackClockTests {
  private func play(
    _ script: @escaping @Sendable (Int64) -> Int64, rate: Rate = .normal,
    forMilliseconds length: Int = 60_000, reading: (Player, Int64) -> Void
  ) -> RecordingSubscriber<PlayheadProgress, Never> {
    let clock = ManualHostClock()
    let player = Player(
      media: FakeMedia(frameCount: 5_000), clock: clock, playbackClock: ScriptedClock(script))
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .milliseconds(100)).subscribe(recorder)
    player.setRate(rate)
    var last = MediaTime.zero
    for step in 0..<(length / 7) {
      clock.advance(by: .milliseconds(7))
      let position = player.currentTime()
      #expect(position >= last)
      last = position
      reading(player, Int64(step + 1) * 7_000_000)
    }
    #expect(recorder.violations.isEmpty)
    return recorder
  }

  private func expectUpdates(_ recorder: RecordingSubscriber<PlayheadProgress, Never>, _ count: Int)
  {
    let updates = recorder.values.filter { $0.cause == .interval }
    #expect(updates.count + updates.reduce(0) { $0 + $1.skipped } == count)
    #expect(recorder.values.map(\.position) == recorder.values.map(\.position).sorted())
    #expect(updates.allSatisfy { $0.position >= $0.due })
  }

  @Test(arguments: TestEffort.some([1_001, 999, 1_000, 700, 1_400] as [Int64]))
  func thePositionFollowsAClockThatIsFastOrSlow(permille: Int64) {
    let recorder = play({ $0 / 1_000 * permille }) { player, host in
      #expect(player.currentTime() == .nanoseconds(host / 1_000 * permille))
    }
    expectUpdates(recorder, Int(59_997 * permille / 100_000))
  }

  /// The clock's speed varies from 0.1 % too fast to 0.1 % too slow.
  @Test func thePositionFollowsADriftingClock() {
    let drifting: @Sendable (Int64) -> Int64 = { host in
      let milliseconds = host / 1_000_000
      return host + milliseconds * (20_000 - milliseconds) / 20
    }
    let recorder = play(drifting) { player, host in
      #expect(player.currentTime() == .nanoseconds(drifting(host)))
    }
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  @Test func thePositionFollowsAClockThatJumpsAhead() {
    let recorder = play({ $0 + ($0 >= 10_000_000_000 ? 2_000_000_000 : 0) }) { player, host in
      let jump: Int64 = host >= 10_000_000_000 ? 2_000_000_000 : 0
      #expect(player.currentTime() == .nanoseconds(host + jump))
    }
    expectUpdates(recorder, 619)
  }

  /// The clock jumps beyond the read-ahead: the missing media is read at once, not at the planned
  /// instant.
  @Test func aClockThatJumpsBeyondTheReadAheadStallsOnlyWhileReading() {
    _ = play({ $0 + ($0 >= 3_000_000_000 ? 20_000_000_000 : 0) }, forMilliseconds: 4_000) {
      player, _ in #expect(player.stalledTime <= .milliseconds(1))
    }
  }

  @Test func thePlayheadWaitsForAClockThatFallsBack() {
    _ = play({ $0 - ($0 > 10_003_000_000 ? 300_000_000 : 0) }) { player, host in
      let position = player.currentTime()
      if host > 10_310_000_000 {
        #expect(position == .nanoseconds(host - 300_000_000))
      } else if host > 10_003_000_000 {
        #expect((10_000_000_000...10_010_000_000).contains(position.nanoseconds(rounding: .down)))
      }
    }
  }

  @Test func aClockThatRestartsDoesNotStopPlayback() {
    _ = play({ $0 > 10_000_000_000 ? $0 - 10_000_000_000 : $0 }, forMilliseconds: 20_000) {
      player, host in
      let behind = host - player.currentTime().nanoseconds(rounding: .down)
      #expect((0...110_000_000).contains(behind))
    }
  }

  @Test func aStoppedClockStopsThePlayhead() {
    _ = play({ min($0, 5_000_000_000) }, forMilliseconds: 20_000) { player, host in
      #expect(player.currentTime() == .nanoseconds(min(host, 5_000_000_000)))
    }
  }

  /// The clock stands 100 ns before an update, for a while.
  @Test func aClockThatStandsMakesNoTimerSpin() {
    let clock = ManualHostClock()
    let readings = Atomic(0)
    let stop: Int64 = 999_999_900
    let player = Player(
      media: FakeMedia(frameCount: 5_000), clock: clock,
      playbackClock: ScriptedClock { host in
        readings.add(1, ordering: .relaxed)
        return host < stop ? host : max(stop, host - 1_000_000_000)
      })
    let recorder = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .milliseconds(100)).subscribe(recorder)
    player.setRate(.normal)
    clock.advance(by: .nanoseconds(stop))
    let before = readings.load(ordering: .relaxed)
    clock.advance(by: .seconds(1))
    #expect(readings.load(ordering: .relaxed) - before < 500)
    #expect(recorder.values.last?.due == .milliseconds(900))
    clock.advance(by: .milliseconds(100))
    #expect(recorder.values.last?.due == .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
  }

  /// The playhead needs 1,400 years to the end of the media, more than an instant can express.
  @Test func aPlayheadThatNeverMeetsTheEndLetsTheTimePass() {
    var info = FakeMedia(frameCount: 1).info
    info.tracks[0].durationTicks = nil
    let steps = FakeMedia.frames(0..<50) + FakeMedia.frames(0..<1, start: 4_418_000_000_000)
    let clock = ManualHostClock()
    let player = Player(
      media: FakeMedia(info: info, steps: steps), clock: clock,
      playbackClock: ScriptedClock { $0 })
    player.setRate(Rate(1, 10))
    for _ in 0..<1_000 { clock.runNextStep() }
    #expect(clock.now > HostInstant(nanoseconds: 1_000_000_000))
    #expect(player.currentTime() > .milliseconds(100))
  }

  @Test(arguments: [Int64.max, .min, 0])
  func aClockOutOfItsMindNeitherTrapsNorGoesBack(time: Int64) {
    _ = play({ $0 % 28_000_000 == 0 ? time : $0 }, rate: Rate(16, 1), forMilliseconds: 2_000) {
      player, _ in #expect(player.currentTime() >= .zero)
    }
  }

  @Test func loopsSeeksAndStartsFollowTheClock() {
    let clock = ManualHostClock()
    let player = Player(
      media: FakeMedia(frameCount: 5_000), clock: clock,
      playbackClock: ScriptedClock { $0 / 1_000 * 1_001 })
    player.setLoop(PlaybackLoop(from: .seconds(1), to: .seconds(2)))
    player.beginRate(
      .normal, time: .seconds(1), atHostTime: HostInstant(nanoseconds: 1_000_000_000))
    clock.advance(by: .seconds(101))
    #expect(player.currentTime() == .milliseconds(1_100))
    player.setLoop(nil)
    player.beginSeek(to: .seconds(50))
    clock.advance(by: .seconds(10))
    #expect(player.currentTime() == .milliseconds(60_010))
  }
}
