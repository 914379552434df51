import PlayheadTesting
import PortableCombine
import Testing

@Suite struct TimeoutTests {
  private func play(_ input: String, failing: Bool = false) -> String {
    MarbleStage.play(input) { source, scheduler in
      source.timeout(
        0.3, scheduler: scheduler, customError: failing ? { MarbleStage.Failure() } : nil)
    }
  }

  @Test func finishesWhenNothingComesForTooLong() {
    #expect(play("a-b") == "a-b--|")
    #expect(play("") == "---|")
  }

  @Test func failsWithTheErrorGiven() {
    #expect(play("a", failing: true) == "a--#")
  }

  @Test func eachValueBeginsTheTimeAnew() {
    #expect(play("a-b--c--d|") == "a-b--|")
    #expect(play("a-b-c-d-|") == "a-b-c-d-|")
  }

  @Test func theEndOfTheUpstreamEndsTheTime() {
    #expect(play("a|") == "a|")
    #expect(play("a#") == "a#")
  }

  @Test func cancelsTheUpstreamBeforeItEnds() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let scheduler = ManualScheduler()
    let recorder = RecordingSubscriber<Int, Never>(
      asking: .max(2), onCompletion: { _ in #expect(probe.cancellations == 1) })
    probe.timeout(1, scheduler: scheduler).subscribe(recorder)
    #expect(probe.requests == [.max(2)])
    scheduler.clock.advance(by: .seconds(1))
    #expect(
      recorder.history == [
        .subscription(description: "Timeout"), .value(1), .value(2), .completion(.finished),
      ])
  }

  @Test func valuesThatTheSchedulerDeliversLateComeBeforeTheTimeout() {
    let scheduler = LateScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    subject.timeout(1, scheduler: scheduler).subscribe(recorder)
    subject.send(1)
    subject.send(2)
    scheduler.clock.advance(by: .seconds(1))
    #expect(recorder.completion == nil)
    subject.send(3)
    scheduler.runActions()
    #expect(recorder.values == [1, 2])
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func makesItsErrorOutsideItsLock() {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, MarbleStage.Failure>()
    let recorder = RecordingSubscriber<Int, MarbleStage.Failure>()
    subject.timeout(1, scheduler: scheduler) {
      recorder.request(.max(1))
      return MarbleStage.Failure()
    }.subscribe(recorder)
    scheduler.clock.advance(by: .seconds(1))
    #expect(recorder.completion == .failure(MarbleStage.Failure()))
  }

  @Test func keepsOneTimerHoweverFastTheValuesAre() {
    let scheduler = CountingScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    subject.timeout(1, scheduler: scheduler).subscribe(recorder)
    for value in 0..<999 {
      scheduler.clock.advance(by: .milliseconds(1))
      subject.send(value)
    }
    #expect(scheduler.timers == 1)
    scheduler.clock.advance(by: .milliseconds(999))
    #expect(recorder.completion == nil)
    scheduler.clock.advance(by: .milliseconds(1))
    #expect(recorder.values.count == 999)
    #expect(recorder.isFinished)
  }

  @Test func cancellingLeavesNothingScheduled() {
    let scheduler = ManualScheduler()
    let recorder = RecordingSubscriber<Int, Never>()
    PassthroughSubject<Int, Never>().timeout(1, scheduler: scheduler).subscribe(recorder)
    recorder.cancel()
    #expect(!scheduler.clock.advanceToNext())
    #expect(recorder.completion == nil)
  }

  @Test func aTimeTooLongToCountIsNeverOver() {
    let scheduler = ManualScheduler()
    let recorder = RecordingSubscriber<Int, Never>()
    PassthroughSubject<Int, Never>().timeout(.seconds(Int.max), scheduler: scheduler)
      .subscribe(recorder)
    scheduler.clock.advance(by: .seconds(1_000_000))
    #expect(recorder.completion == nil)
  }
}
