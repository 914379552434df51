import PlayheadTesting
import PortableCombine
import Testing

@Suite struct MeasureIntervalTests {
  @Test func sendsTheTimeBetweenValues() {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<ManualScheduler.SchedulerTimeType.Stride, Never>()
    subject.measureInterval(using: scheduler).subscribe(recorder)
    for seconds in [1, 0, 3] {
      scheduler.clock.advance(by: .seconds(seconds))
      subject.send(0)
    }
    subject.send(completion: .finished)
    #expect(
      recorder.history == [
        .subscription(description: "MeasureInterval"), .value(1), .value(0), .value(3),
        .completion(.finished),
      ])
  }

  @Test func demandPassesThrough() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let recorder = RecordingSubscriber<ManualScheduler.SchedulerTimeType.Stride, Never>(
      asking: .max(2))
    probe.measureInterval(using: ManualScheduler()).subscribe(recorder)
    #expect(probe.requests == [.max(2)])
    #expect(recorder.values == [0, 0])
  }
}
