import Dispatch
import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// Demand, cancellation, completion, and the lifetime of frames.
@Suite struct FrameDemandTests {
  private let stage = FrameStage(FakeMedia(frameCount: 250))

  @Test func demandAccumulatesAndIsNeverExceeded() {
    let recorder = stage.record(asking: .max(2))
    stage.player.play()
    recorder.request(.max(1))
    recorder.request(.max(2))
    stage.advance(milliseconds: 3_000)
    #expect(recorder.milliseconds == frames(0..<200))
    #expect(recorder.violations.isEmpty)
    #expect(stage.player.frameCounts.published == 5)
    // Frames without demand are not late.
    #expect(stage.player.frameCounts.late == 0)
  }

  @Test func framesWithoutDemandAreDroppedExceptThePresentOne() {
    let recorder = stage.record(asking: .max(1))
    stage.player.play()
    stage.advance(milliseconds: 1_015)
    #expect(recorder.milliseconds == [0])
    recorder.request(.max(2))
    stage.advance(milliseconds: 100)
    #expect(recorder.milliseconds == [0, 1_000, 1_040])
  }

  @Test func framesThatEndedBeforeTheDemandAreNotLate() {
    stage.player.play()
    stage.advance(milliseconds: 500)
    stage.clock.skip(by: .milliseconds(200))
    let recorder = stage.record()
    stage.advance(milliseconds: 100)
    #expect(recorder.milliseconds == [680, 720, 760, 800])
    #expect(stage.player.frameCounts.late == 0)
  }

  @Test func demandReturnedWithAValueCounts() {
    let recorder = stage.record(asking: .max(1), again: .max(1))
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    #expect(recorder.milliseconds == frames(0..<1_040))
    #expect(recorder.violations.isEmpty)
  }

  @Test func withoutDemandNoFrameIsDelivered() {
    let recorder = stage.record(asking: .none)
    recorder.subscription?.request(.none)
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    #expect(recorder.values.isEmpty && recorder.completion == nil)
    #expect(stage.player.frameCounts.published == 0)
  }

  @Test func aCancelledSubscriptionDeliversNothingAndReleasesEverything() {
    weak var released: RecordingSubscriber<PresentedFrame, Never>?
    var subscription: (any Subscription)?
    do {
      let recorder = stage.record()
      released = recorder
      subscription = recorder.subscription
      stage.player.play()
      stage.advance(milliseconds: 500)
      #expect(recorder.values.count == 13)
      recorder.cancel()
      stage.advance(milliseconds: 500)
      #expect(recorder.values.count == 13 && recorder.completion == nil)
    }
    #expect(released == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test func aSubscriptionCancelledDuringADeliveryDeliversNothingMore() {
    let recorder = RecordingSubscriber<PresentedFrame, Never>(onValue: { recorder, _ in
      recorder.cancel()
      return .max(1)
    })
    stage.player.framePublisher().subscribe(recorder)
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    #expect(recorder.values.count == 1 && recorder.violations.isEmpty)
  }

  @Test func closingCompletesASubscriptionWithoutDemand() {
    let (one, two) = (stage.record(), stage.record(asking: .none))
    stage.player.play()
    stage.advance(milliseconds: 500)
    stage.player.close()
    let count = one.values.count
    stage.advance(milliseconds: 500)
    #expect(one.isFinished && two.isFinished)
    #expect(one.values.count == count)
    #expect(stage.player.decodedTracks == [])
    let late = stage.record()
    stage.advance(milliseconds: 0)
    #expect(late.isFinished && late.values.isEmpty)
  }

  @Test func aReleasedPlayerReleasesItsFrames() {
    weak var released: Player?
    var frame: PresentedFrame?
    let clock = ManualHostClock()
    do {
      let stage = FrameStage(FakeMedia(frameCount: 250), clock: clock)
      released = stage.player
      let recorder = stage.record()
      stage.player.play()
      stage.advance(milliseconds: 500)
      frame = recorder.values.last
      recorder.cancel()
    }
    clock.advance(by: .zero)
    #expect(released == nil)
    // A frame that was delivered outlives the player.
    #expect(frame?.withUnsafeBytes { bytes, _ in bytes.count } == 8)
  }

  @Test func aPlayerHoldsFewFrames() {
    // No subscriber, a slow one, and one that never requests more.
    for demand in [nil, Subscribers.Demand.max(3), .unlimited] {
      let stage = FrameStage(FrameStage.twoTracks(seconds: 20))
      let recorder = demand.map { stage.record(asking: $0) }
      stage.player.play()
      for _ in 0..<40 {
        stage.advance(milliseconds: 500)
        let counts = stage.player.frameCounts
        let position = stage.player.currentTime().nanoseconds(rounding: .down) / 1_000_000
        let passed = Int(position / 40 + position / 20)
        #expect(counts.decoded - passed <= 12 + 64 + 2)
      }
      withExtendedLifetime(recorder) {}
    }
  }
}
