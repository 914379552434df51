import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ReceiveOnTests {
  @Test func theSchedulerDeliversEverythingButTheSubscription() {
    let scheduler = ManualScheduler()
    let recorder = RecordingSubscriber<Int, Never>()
    (1...2).publisher.receive(on: scheduler).subscribe(recorder)
    #expect(recorder.history == [.subscription(description: "ReceiveOn")])
    scheduler.clock.advance(by: .zero)
    #expect(recorder.values == [1, 2])
    #expect(recorder.isFinished)
  }

  @Test func eachValueIsAnActionOfItsOwn() {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    var order: [String] = []
    let cancellable = subject.receive(on: scheduler).sink { order.append("\($0)") }
    subject.send(1)
    scheduler.schedule { order.append("between") }
    subject.send(2)
    scheduler.clock.advance(by: .zero)
    #expect(order == ["1", "between", "2"])
    cancellable.cancel()
  }

  @Test func demandPassesThrough() {
    let scheduler = ManualScheduler()
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1)) { _, value in
      value == 1 ? .max(1) : .none
    }
    probe.receive(on: scheduler).subscribe(recorder)
    scheduler.clock.advance(by: .zero)
    #expect(probe.requests == [.max(1), .max(1)])
    #expect(recorder.values == [1, 2])
  }

  @Test func cancellingDropsWhatIsOnItsWay() {
    let scheduler = ManualScheduler()
    let recorder = RecordingSubscriber<Int, Never>()
    Just(1).receive(on: scheduler).subscribe(recorder)
    recorder.cancel()
    scheduler.clock.advance(by: .zero)
    #expect(recorder.values.isEmpty)
    #expect(recorder.completion == nil)
  }

  @Test func manyValuesOnTheWayKeepTheirOrder() {
    let scheduler = ManualScheduler()
    let recorder = RecordingSubscriber<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    subject.receive(on: scheduler).subscribe(recorder)
    var sent = 0
    for burst in 1...40 {
      for _ in 0..<burst * 3 {
        sent += 1
        subject.send(sent)
      }
      if burst.isMultiple(of: 5) { scheduler.clock.advance(by: .zero) }
    }
    #expect(recorder.values == Array(1...sent))
  }
}
