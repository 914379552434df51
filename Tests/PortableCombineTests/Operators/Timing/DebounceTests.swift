import PlayheadTesting
import PortableCombine
import Testing

@Suite struct DebounceTests {
  private func play(
    _ input: String, asking demand: Subscribers.Demand = .unlimited,
    later: [Int: Subscribers.Demand] = [:]
  ) -> String {
    MarbleStage.play(input, asking: demand, later: later) { $0.debounce(for: 0.2, scheduler: $1) }
  }

  @Test func sendsAValueThatNothingFollowed() {
    #expect(play("a---b") == "--a---b")
  }

  @Test func aValueThatFollowsReplacesTheOneBefore() {
    #expect(play("abcde---f") == "------e---f")
  }

  @Test func aValueThatComesAsTheOneBeforeIsDueDoesNotReplaceIt() {
    #expect(play("a-b") == "--a-b")
  }

  @Test func whatIsNotDueYetAtTheEndIsDropped() {
    #expect(play("a---b|") == "--a--|")
  }

  @Test func aFailureComesAtOnce() {
    #expect(play("a-#") == "--(a#)")
    #expect(play("a#") == "-#")
  }

  @Test func whatIsDueWithoutDemandIsDropped() {
    #expect(play("a---b---c---d", asking: .max(1), later: [7: .max(1)]) == "--a-------c")
  }

  @Test func asksForEverything() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1))
    probe.debounce(for: 1, scheduler: ManualScheduler()).subscribe(recorder)
    #expect(probe.requests == [.unlimited])
    #expect(recorder.history == [.subscription(description: "Debounce")])
  }

  @Test func keepsOneTimerHoweverFastTheValuesAre() {
    let scheduler = CountingScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    subject.debounce(for: 1, scheduler: scheduler).subscribe(recorder)
    for value in 1...999 {
      subject.send(value)
      scheduler.clock.advance(by: .milliseconds(1))
    }
    #expect(scheduler.timers == 1)
    scheduler.clock.advance(by: .seconds(1))
    #expect(recorder.values == [999])
    #expect(scheduler.timers == 2)
  }

  @Test func cancellingLeavesNothingScheduled() {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    subject.debounce(for: 1, scheduler: scheduler).subscribe(recorder)
    subject.send(1)
    recorder.cancel()
    #expect(!scheduler.clock.advanceToNext())
    #expect(recorder.values.isEmpty)
  }

  @Test func aTimeTooLongToCountIsNeverDue() {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    subject.debounce(for: .seconds(Int.max), scheduler: scheduler).subscribe(recorder)
    subject.send(1)
    scheduler.clock.advance(by: .seconds(1_000_000))
    #expect(recorder.values.isEmpty)
    subject.send(completion: .finished)
    scheduler.clock.advance(by: .zero)
    #expect(recorder.isFinished)
  }

  @Test func releasesAValueItReplaces() {
    let subject = PassthroughSubject<Canary, Never>()
    let recorder = RecordingSubscriber<Canary, Never>()
    subject.debounce(for: 1, scheduler: ManualScheduler()).subscribe(recorder)
    weak var first: Canary?
    do {
      let canary = Canary()
      first = canary
      // This would deadlock if the value were released under a lock.
      canary.onRelease = { recorder.request(.max(1)) }
      subject.send(canary)
    }
    #expect(first != nil)
    subject.send(Canary())
    #expect(first == nil)
  }
}
