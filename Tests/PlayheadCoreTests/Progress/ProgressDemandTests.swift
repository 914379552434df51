import Dispatch
import Foundation
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Synchronization
import Testing
import PlayheadTimekeeping

/// Demand, dropped and remembered values, completion, and lifetimes.
@Suite struct ProgressDemandTests {
  private let stage = Stage(FakeMedia(frameCount: 250))

  @Test func demandIsAddedUpAndNeverExceeded() {
    let recorder = stage.record(asking: .max(2))
    stage.player.play()
    recorder.request(.max(1))
    recorder.request(.max(2))
    stage.advance(milliseconds: 3_000)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 250 playing", "interval 500 playing", "interval 750 playing",
        "interval 1000 playing",
      ])
    #expect(recorder.violations.isEmpty)
  }

  @Test func requestingNothingIsNothing() {
    let recorder = stage.record(asking: .none)
    recorder.subscription?.request(.none)
    recorder.subscription?.request(.max(0))
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    #expect(recorder.values.isEmpty && recorder.completion == nil)
  }

  @Test func demandReturnedWithAValueCounts() {
    let recorder = stage.record(asking: .max(1), again: .max(1))
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    #expect(recorder.values.count == 5)
    #expect(recorder.violations.isEmpty)
  }

  @Test func unlimitedDemandStays() {
    let recorder = stage.record()
    recorder.request(.max(1))
    stage.player.play()
    stage.advance(milliseconds: 9_000)
    #expect(recorder.values.count == 37)
  }

  @Test func aSecondRequestNeverStartsASecondTimer() {
    let recorder = stage.record(asking: .max(100))
    stage.player.play()
    stage.advance(milliseconds: 100)
    for _ in 0..<10 {
      recorder.request(.max(1))
      stage.advance(milliseconds: 10)
    }
    stage.advance(milliseconds: 300)
    #expect(
      recorder.story == ["started 0 playing", "interval 250 playing", "interval 500 playing"])
  }

  @Test func usedDemandDoesNotCompleteAndALaterRequestContinues() {
    let recorder = stage.record(asking: .max(1))
    stage.player.play()
    stage.advance(milliseconds: 1_100)
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    stage.advance(milliseconds: 1_000)
    // The updates from 250 to 1000 were due without demand.
    #expect(recorder.story == ["started 0 playing", "interval 1250 playing +4"])
  }

  @Test func withoutDemandOrPausedNoTimerIsArmed() {
    let recorder = stage.record(asking: .max(1))
    stage.load()
    #expect(!stage.clock.advanceToNext())
    stage.player.play()
    stage.advance(milliseconds: 100)
    var instants: [HostInstant] = []
    while stage.player.playbackState == .playing, stage.clock.advanceToNext() {
      instants.append(stage.clock.now)
    }
    // Only reading and the end have timers: no update does.
    #expect(instants.count < 12)
    #expect(recorder.values.count == 1)
  }

  @Test func ofTheOtherCausesTheNewestIsRemembered() {
    let recorder = stage.record(asking: .none)
    stage.player.play()
    stage.advance(milliseconds: 10_500)
    #expect(recorder.values.isEmpty)
    recorder.request(.max(5))
    stage.advance(milliseconds: 0)
    #expect(recorder.story == ["ended 10000 ended +39"])
    stage.advance(milliseconds: 1_000)
    #expect(recorder.values.count == 1)
  }

  @Test func aRememberedCauseCarriesThePositionOfItsDelivery() throws {
    let recorder = stage.record(asking: .none)
    stage.player.play()
    stage.advance(milliseconds: 1_100)
    recorder.request(.max(1))
    stage.advance(milliseconds: 0)
    let value = try #require(recorder.values.first)
    #expect(value.cause == .started)
    #expect(value.due == .zero)
    #expect(value.position == .milliseconds(1_100))
  }

  @Test func thePublisherOfPlainSecondsOnlyDrops() {
    let recorder = RecordingSubscriber<Double, Never>(asking: .none)
    stage.player.playheadProgressPublisher(interval: 0.5).subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 1_100)
    recorder.request(.max(2))
    stage.advance(milliseconds: 1_000)
    #expect(recorder.values == [1.5, 2.0])
    stage.player.pause()
    stage.advance(milliseconds: 0)
    recorder.request(.max(1))
    stage.advance(milliseconds: 1_000)
    #expect(recorder.values == [1.5, 2.0])
    #expect(recorder.completion == nil)
  }

  @Test func severalCausesAtOnceAreDeliveredInOrder() {
    let recorder = stage.record(interval: .seconds(100))
    stage.player.play()
    stage.advance(milliseconds: 500)
    stage.player.pause()
    stage.player.play()
    stage.player.setRate(Rate(2, 1))
    stage.advance(milliseconds: 0)
    #expect(recorder.values.map(\.cause) == [.started, .paused, .started, .rateChanged])
  }

  @Test func manyCausesWithoutAQueueToTakeThemAreBounded() {
    let recorder = stage.record(interval: .seconds(100))
    stage.player.play()
    stage.advance(milliseconds: 500)
    for target in 0..<1_000 { stage.player.beginSeek(to: .milliseconds(Int64(target))) }
    stage.player.pause()
    stage.advance(milliseconds: 0)
    #expect(recorder.values.count <= 33)
    #expect(recorder.values.last?.cause == .paused)
    #expect(recorder.values.last?.position == .milliseconds(999))
  }

  @Test func updatesComeTwiceAsOftenAtRateTwo() {
    let recorder = stage.record()
    stage.player.setRate(Rate(2, 1))
    stage.advance(milliseconds: 500)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 250 playing", "interval 500 playing", "interval 750 playing",
        "interval 1000 playing",
      ])
  }

  @Test func updatesDoNotDriftAtAnyRate() throws {
    let stage = Stage(FakeMedia(frameCount: 20_000))
    let recorder = stage.record(interval: .milliseconds(100))
    stage.player.setRate(Rate(7, 3))
    stage.advance(milliseconds: 200_000)
    let updates = recorder.values.filter { $0.cause == .interval }
    #expect(updates.count == 4_666)
    for (index, update) in updates.enumerated() {
      try #require(update.due == .milliseconds(Int64(index + 1) * 100))
      let lead = try #require(update.position.subtracting(update.due))
      try #require(lead >= .zero && lead < .nanoseconds(3))
    }
  }

  @Test func updatesThatComeTogetherGiveWayToTheNewest() {
    let recorder = stage.record(interval: .milliseconds(100))
    stage.player.play()
    stage.advance(milliseconds: 150)
    // The queue is blocked: time passes while the update at 200 waits.
    stage.clock.skip(by: .milliseconds(400))
    stage.advance(milliseconds: 60)
    #expect(
      recorder.story == [
        "started 0 playing", "interval 100 playing", "interval 550 playing +3",
        "interval 600 playing",
      ])
  }

  @Test func aJumpCountsNoUpdatesAsSkipped() {
    let recorder = stage.record()
    stage.player.play()
    stage.advance(milliseconds: 300)
    stage.player.beginSeek(to: .seconds(8))
    stage.player.beginSeek(to: .milliseconds(100))
    stage.advance(milliseconds: 200)
    #expect(recorder.values.allSatisfy { $0.skipped == 0 })
    #expect(recorder.values.last?.due == .milliseconds(250))
  }

  @Test func nothingComesAfterCancelAndAllIsReleased() {
    weak var subscriber: RecordingSubscriber<PlayheadProgress, Never>?
    weak var player: Player?
    var subscription: (any Subscription)?
    do {
      let stage = Stage(FakeMedia(frameCount: 100))
      let recorder = stage.record()
      (subscriber, player) = (recorder, stage.player)
      stage.player.play()
      stage.advance(milliseconds: 300)
      subscription = recorder.subscription
      subscription?.cancel()
      stage.advance(milliseconds: 1_000)
      #expect(recorder.values.count == 2)
      #expect(recorder.completion == nil)
      recorder.request(.max(3))
      subscription?.cancel()
    }
    #expect(subscriber == nil)
    #expect(player == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test func aSubscriptionRetainsPlayerAndSubscriberUntilClose() {
    weak var weakPlayer: Player?
    weak var weakRecorder: RecordingSubscriber<PlayheadProgress, Never>?
    let clock = ManualHostClock()
    do {
      let player = Player(media: FakeMedia(frameCount: 100), clock: clock)
      let recorder = RecordingSubscriber<PlayheadProgress, Never>(asking: .max(1))
      player.progressPublisher().subscribe(recorder)
      player.play()
      (weakPlayer, weakRecorder) = (player, recorder)
    }
    clock.advance(by: .seconds(1))
    #expect(weakPlayer != nil)
    #expect(weakRecorder?.values.count == 1)
    weakPlayer?.close()
    clock.advance(by: .zero)
    #expect(weakPlayer == nil)
    #expect(weakRecorder == nil)
  }

  @Test func aReleasedPlayerStopsItsWork() {
    let clock = ManualHostClock()
    weak var weakPlayer: Player?
    do {
      let player = Player(media: FakeMedia(frameCount: 100), clock: clock)
      player.play()
      clock.advance(by: .seconds(1))
      weakPlayer = player
    }
    #expect(weakPlayer == nil)
    #expect(!clock.advanceToNext())
  }

  @Test func requestAndCancelFromInsideReceive() {
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(
      asking: .max(1),
      onValue: { recorder, _ in
        recorder.request(.max(1))
        if recorder.values.count == 3 { recorder.cancel() }
        return .max(1)
      })
    stage.player.progressPublisher().subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 3_000)
    #expect(recorder.values.count == 3)
    #expect(recorder.violations.isEmpty)
  }

  @Test func transportFromInsideReceive() {
    let player = stage.player
    let recorder = RecordingSubscriber<PlayheadProgress, Never>(onValue: { _, value in
      if value.due == .milliseconds(500), value.cause == .interval { player.pause() }
      return .none
    })
    player.progressPublisher().subscribe(recorder)
    player.play()
    stage.advance(milliseconds: 3_000)
    #expect(recorder.story.suffix(2) == ["interval 500 playing", "paused 500 paused"])
  }

  @Test func requestsOfAThousandThreadsAddUp() {
    // Recording subscribers are safe on any thread but not marked Sendable.
    nonisolated(unsafe) let recorder = stage.record(interval: .milliseconds(1), asking: .none)
    stage.player.play()
    stage.advance(milliseconds: 0)
    // All of them wait for the last, so that they request at once.
    let (ready, go, done) = (DispatchGroup(), DispatchSemaphore(value: 0), DispatchGroup())
    for _ in 0..<1_000 {
      ready.enter()
      done.enter()
      let thread = Thread {
        ready.leave()
        go.wait()
        go.signal()
        recorder.request(.max(3))
        done.leave()
      }
      thread.stackSize = 65_536
      thread.start()
    }
    ready.wait()
    go.signal()
    done.wait()
    stage.advance(milliseconds: 9_000)
    #expect(recorder.values.count == 3_000)
    #expect(recorder.violations.isEmpty)
  }
}
