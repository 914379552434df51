import PlayheadTesting
import PortableCombine
import Testing

@Suite struct DelayTests {
  private func play(_ input: String, asking demand: Subscribers.Demand = .unlimited) -> String {
    MarbleStage.play(input, asking: demand) { $0.delay(for: 0.2, scheduler: $1) }
  }

  @Test func sendsEverythingLater() {
    #expect(play("ab--(cd)-|") == "--ab--(cd)-|")
  }

  @Test func theFailureIsDelayedToo() {
    #expect(play("a#") == "--a#")
  }

  @Test func demandPassesThroughAtOnce() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let scheduler = ManualScheduler()
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1)) { _, value in
      value == 1 ? .max(1) : .none
    }
    probe.delay(for: 1, scheduler: scheduler).subscribe(recorder)
    #expect(recorder.history == [.subscription(description: "Delay")])
    #expect(probe.requests == [.max(1)])
    scheduler.clock.advance(by: .seconds(1))
    #expect(probe.requests == [.max(1), .max(1)])
    scheduler.clock.advance(by: .seconds(1))
    #expect(recorder.values == [1, 2])
    scheduler.clock.advance(by: .seconds(5))
    #expect(recorder.values == [1, 2])
  }

  @Test func cancellingDropsWhatIsOnItsWay() {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Canary, Never>()
    let recorder = RecordingSubscriber<Canary, Never>()
    subject.delay(for: 1, scheduler: scheduler).subscribe(recorder)
    let isReleased = Canary.watched { subject.send($0) }
    #expect(!isReleased())
    recorder.cancel()
    #expect(isReleased())
    scheduler.clock.advance(by: .seconds(1))
    #expect(recorder.values.isEmpty)
  }

  @Test func takesItsToleranceFromTheScheduler() {
    let scheduler = ManualScheduler()
    let plain = Just(1).delay(for: 1, scheduler: scheduler)
    #expect(plain.tolerance == scheduler.minimumTolerance)
    #expect(Just(1).delay(for: 1, tolerance: 0.5, scheduler: scheduler).tolerance == 0.5)
  }

  @Test func aDelayTooLongToCountNeverEnds() {
    let scheduler = ManualScheduler()
    let recorder = RecordingSubscriber<Int, Never>()
    Just(1).delay(for: .seconds(Int.max), scheduler: scheduler).subscribe(recorder)
    scheduler.clock.advance(by: .seconds(1_000_000))
    #expect(recorder.values.isEmpty)
  }
}
