import PlayheadTesting
import PortableCombine
import Testing

@Suite struct PrefixTests {
  typealias Probe = ProbePublisher<Int, Never>

  @Test func finishesWithTheLastValueAndCancels() {
    let probe = Probe([1, 2, 3])
    let recorder = probe.prefix(2).recorded()
    #expect(
      recorder.history == [
        .subscription(description: "Output"), .value(1), .value(2), .completion(.finished),
      ])
    #expect(probe.cancellations == 1)
  }

  @Test func aShorterUpstreamFinishesIt() {
    let recorder = Probe([1], completion: .finished).prefix(2).recorded()
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func ofNoneItFinishesWithTheFirstValueThatComes() {
    let probe = Probe([1])
    let recorder = probe.prefix(0).recorded(asking: .max(1))
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
    #expect(probe.cancellations == 1)
  }

  @Test func aNestedValueInsideTheLastIsIgnored() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never> { _, value in
      subject.send(value + 1)
      return .none
    }
    subject.prefix(2).subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func cancelledInsideTheLastItDoesNotFinish() {
    let probe = Probe([1, 2])
    let recorder = RecordingSubscriber<Int, Never> { recorder, _ in
      recorder.cancel()
      return .none
    }
    probe.prefix(1).subscribe(recorder)
    #expect(recorder.values == [1])
    #expect(recorder.completion == nil)
    #expect(probe.cancellations == 1)
  }

  @Test func picksPlaces() {
    #expect(Probe([1, 2, 3]).output(at: 1).recorded().values == [2])
    #expect(Probe([1, 2, 3, 4]).output(in: 1...2).recorded().values == [2, 3])
    #expect(Probe([1, 2, 3, 4]).output(in: ..<2).recorded().values == [1, 2])
    #expect(Probe([1, 2, 3, 4]).output(in: 2...).recorded().values == [3, 4])
  }

  @Test func asksAnewForWhatComesBefore() {
    #expect(Probe([1, 2, 3, 4]).output(in: 2...).recorded(asking: .max(1)).values == [3])
  }

  @Test func whileItMatches() {
    let probe = Probe([1, 2, 3, 1])
    let recorder = probe.prefix { $0 < 3 }.recorded()
    #expect(
      recorder.history == [
        .subscription(description: "PrefixWhile"), .value(1), .value(2), .completion(.finished),
      ])
    #expect(probe.cancellations == 1)
  }

  @Test func whileItMatchesUntilAnError() {
    let probe = Probe([1, 2, 3])
    let recorder = probe.tryPrefix {
      try NamedError.thrown("two", if: $0 == 2, else: true)
    }.recorded()
    #expect(recorder.values == [1])
    #expect(recorder.error == NamedError("two"))
    #expect(probe.cancellations == 1)
    #expect(Probe([1, 2, 3]).tryPrefix { $0 < 3 }.recorded().values == [1, 2])
  }
}
