import CombineToolkit
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SignalTests {
  private struct Failure: Error, Equatable {}
  private typealias Recorder = RecordingSubscriber<Int, Failure>

  private let signal = PassthroughSubject<String, Never>()

  // MARK: wait(untilOutputFrom:)

  @Test func waitsForTheSignalsFirstValue() {
    let probe = ProbePublisher<Int, Failure>([1, 2, 3], completion: .finished)
    let recorder = Recorder(asking: .max(2))
    probe.wait(untilOutputFrom: signal).subscribe(recorder)
    #expect(!probe.isSubscribed)
    signal.send("now")
    #expect(recorder.values == [1, 2])
    signal.send("again")
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.isFinished)
    #expect(probe.cancellations == 0)
  }

  @Test func aSignalWithoutAValueStartsNothing() {
    let probe = ProbePublisher<Int, Failure>([1], completion: .finished)
    let recorder = Recorder()
    probe.wait(untilOutputFrom: signal).subscribe(recorder)
    signal.send(completion: .finished)
    #expect(!probe.isSubscribed)
    #expect(recorder.completion == nil)
    #expect(recorder.values.isEmpty)
  }

  @Test func theSignalIsCancelledAfterItsFirstValue() {
    let signal = ProbePublisher<Void, Never>([(), ()])
    let recorder = Recorder()
    Empty<Int, Failure>(completeImmediately: false).wait(untilOutputFrom: signal)
      .subscribe(recorder)
    #expect(!signal.isSubscribed)
    #expect(recorder.completion == nil)
  }

  @Test func afterCancellationTheSignalStartsNothing() {
    let probe = ProbePublisher<Int, Failure>([1])
    let recorder = Recorder()
    probe.wait(untilOutputFrom: signal).subscribe(recorder)
    recorder.cancel()
    signal.send("now")
    #expect(!probe.isSubscribed)
    #expect(recorder.values.isEmpty)
  }

  // MARK: Publish and PublishAndRepeat

  @Test func eachSignalStartsANewPublisherAndCancelsThePreviousOne() {
    var probes: [ProbePublisher<Int, Failure>] = []
    let recorder = Recorder()
    Publishers.Publish(onOutputFrom: signal) {
      probes.append(ProbePublisher([10 * probes.count]))
      return probes[probes.count - 1]
    }.subscribe(recorder)
    #expect(probes.isEmpty)
    signal.send("one")
    #expect(recorder.values == [0])
    #expect(probes[0].isSubscribed)
    signal.send("two")
    #expect(!probes[0].isSubscribed)
    probes[0].send(5)
    probes[1].send(11)
    #expect(recorder.values == [0, 10, 11])
    recorder.cancel()
    #expect(probes[1].cancellations == 1)
  }

  @Test func publishAndRepeatAlsoPublishesAtSubscription() {
    var count = 0
    let recorder = Recorder()
    Publishers.PublishAndRepeat(onOutputFrom: signal) {
      count += 1
      return Just(count).setFailureType(to: Failure.self)
    }.subscribe(recorder)
    #expect(recorder.values == [1])
    signal.send("again")
    signal.send("and again")
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.completion == nil)
    signal.send(completion: .finished)
    #expect(recorder.isFinished)
  }

  @Test func aFailureEndsThePublisher() {
    let recorder = Recorder()
    Publishers.PublishAndRepeat(onOutputFrom: signal) {
      Fail<Int, Failure>(error: Failure())
    }.subscribe(recorder)
    #expect(recorder.completion == .failure(Failure()))
    signal.send("again")
    #expect(recorder.violations.isEmpty)
  }

  @Test func unusedDemandPassesToTheNextPublisher() {
    let recorder = Recorder(asking: .max(3))
    Publishers.PublishAndRepeat(onOutputFrom: signal) {
      (1...2).publisher.setFailureType(to: Failure.self)
    }.subscribe(recorder)
    #expect(recorder.values == [1, 2])
    signal.send("again")
    #expect(recorder.values == [1, 2, 1])
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2, 1, 2])
    #expect(recorder.violations.isEmpty)
  }
}
