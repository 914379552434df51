import PlayheadLocking
import PlayheadMedia
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

#if DEBUG
  /// The locks that a periodic update takes: the player's and the subscription's, once each.
  @Suite struct ProgressLockTests {
    /// Media of one second, which is read before the measurement starts.
    private let stage = Stage(FakeMedia(frameCount: 25))

    private func locks(_ subscription: PlayheadProgressSubscription) -> Int {
      stage.player.state.acquisitionCount + subscription.state.acquisitionCount
    }

    @Test(arguments: [
      (Subscribers.Demand.unlimited, Subscribers.Demand.none), (.max(1), .max(1)),
      (.max(3), .max(1)),
    ])
    func aPeriodicUpdateTakesTwoLocks(demand: Subscribers.Demand, again: Subscribers.Demand) throws
    {
      let recorder = stage.record(interval: .milliseconds(5), asking: demand, again: again)
      let subscription = try #require(recorder.subscription as? PlayheadProgressSubscription)
      stage.player.play()
      stage.advance(milliseconds: 100)
      let (values, before) = (recorder.values.count, locks(subscription))
      stage.advance(milliseconds: 500)
      #expect(recorder.values.count - values == 100)
      #expect(locks(subscription) - before == 200)
      #expect(recorder.values.allSatisfy { $0.skipped == 0 } && recorder.violations.isEmpty)
    }

    @Test func aValueThatUsesTheLastDemandTakesTwoLocks() throws {
      let recorder = stage.record(interval: .milliseconds(5), asking: .max(1))
      let subscription = try #require(recorder.subscription as? PlayheadProgressSubscription)
      stage.player.play()
      stage.advance(milliseconds: 100)
      recorder.request(.max(1))
      stage.advance(milliseconds: 1)
      let (values, before) = (recorder.values.count, locks(subscription))
      stage.advance(milliseconds: 400)
      #expect(recorder.values.count - values == 1)
      #expect(locks(subscription) - before == 2)
      #expect(stage.clock.armedTimerCount == 0)
    }

    @Test func demandReturnedLateSkipsTheUpdatesInBetween() {
      let clock = stage.clock
      let recorder = RecordingSubscriber<PlayheadProgress, Never>(
        asking: .max(1),
        onValue: { _, value in
          if value.due == .milliseconds(100) { clock.skip(by: .milliseconds(22)) }
          return .max(1)
        })
      stage.player.progressPublisher(interval: .milliseconds(10)).subscribe(recorder)
      stage.player.play()
      stage.advance(milliseconds: 140)
      let last = recorder.values.filter { $0.due >= .milliseconds(100) }.prefix(2)
      #expect(last.map(\.due) == [.milliseconds(100), .milliseconds(130)])
      #expect(last.map(\.skipped) == [0, 2])
    }
  }
#endif
