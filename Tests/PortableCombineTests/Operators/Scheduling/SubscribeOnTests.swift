import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SubscribeOnTests {
  @Test func theSchedulerSubscribesAsksAndCancels() {
    let scheduler = ManualScheduler()
    let probe = ProbePublisher<Int, Never>([1, 2])
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1))
    probe.subscribe(on: scheduler).subscribe(recorder)
    #expect(!probe.isSubscribed)
    #expect(recorder.history.isEmpty)
    scheduler.clock.advance(by: .zero)
    #expect(recorder.history == [.subscription(description: "SubscribeOn"), .value(1)])
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    scheduler.clock.advance(by: .zero)
    #expect(recorder.values == [1, 2])
    recorder.cancel()
    #expect(probe.isSubscribed)
    scheduler.clock.advance(by: .zero)
    #expect(!probe.isSubscribed)
  }

  @Test func nothingComesBetweenACancellationAndItsExecution() {
    let (subject, recorder) = subscribed()
    subject.send(1)
    recorder.cancel()
    subject.send(2)
    subject.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completion == nil)
  }

  @Test func valuesComeAsTheyAreSent() {
    let (subject, recorder) = subscribed()
    subject.send(1)
    subject.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  private func subscribed() -> (PassthroughSubject<Int, Never>, RecordingSubscriber<Int, Never>) {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    subject.subscribe(on: scheduler).subscribe(recorder)
    scheduler.clock.advance(by: .zero)
    return (subject, recorder)
  }
}
