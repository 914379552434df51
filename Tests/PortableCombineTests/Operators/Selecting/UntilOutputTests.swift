import PlayheadTesting
import PortableCombine
import Testing

@Suite struct PrefixUntilOutputTests {
  struct Failure: Error, Equatable {}

  @Test func finishesWithTheOthersFirstValue() {
    let probe = ProbePublisher<Int, Never>([1, 2])
    let other = ProbePublisher<String, Failure>()
    let recorder = RecordingSubscriber<Int, Never>()
    probe.prefix(untilOutputFrom: other).subscribe(recorder)
    #expect(recorder.values == [1, 2])
    #expect(other.requests == [.max(1)])
    other.send("now")
    #expect(recorder.isFinished)
    #expect(probe.cancellations == 1)
    #expect(recorder.history.first == .subscription(description: "PrefixUntilOutput"))
  }

  @Test func theOthersEndDoesNotMatter() {
    for end in [Subscribers.Completion<Failure>.finished, .failure(Failure())] {
      let probe = ProbePublisher<Int, Never>()
      let other = ProbePublisher<Int, Failure>([], completion: end)
      let recorder = RecordingSubscriber<Int, Never>()
      probe.prefix(untilOutputFrom: other).subscribe(recorder)
      probe.send(1)
      #expect(recorder.values == [1])
      #expect(recorder.completion == nil)
    }
  }

  @Test func passesDemandOn() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1)) { _, _ in .max(1) }
    probe.prefix(untilOutputFrom: Empty<Int, Never>()).subscribe(recorder)
    #expect(probe.requests == [.max(1)])
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func theEndCancelsTheOther() {
    let probe = ProbePublisher<Int, Never>([1], completion: .finished)
    let other = ProbePublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    probe.prefix(untilOutputFrom: other).subscribe(recorder)
    #expect(recorder.isFinished)
    #expect(other.cancellations == 1)
  }
}

@Suite struct DropUntilOutputTests {
  struct Failure: Error, Equatable {}
  typealias Probe = ProbePublisher<Int, Failure>
  typealias Recorder = RecordingSubscriber<Int, Failure>

  @Test func passesValuesOnAfterTheOthersFirst() {
    let probe = Probe([1, 2])
    let other = Probe()
    let recorder = Recorder()
    probe.drop(untilOutputFrom: other).subscribe(recorder)
    #expect(recorder.values == [])
    other.send(0)
    probe.send(3)
    #expect(recorder.values == [3])
    #expect(other.requests == [.max(1)])
    #expect(other.cancellations == 1)
    #expect(recorder.history.first == .subscription(description: "DropUntilOutput"))
  }

  @Test func whatIsLeftOutIsNotAskedForAnew() {
    let other = PassthroughSubject<Void, Never>()
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(2))
    (1...5).publisher.drop(untilOutputFrom: other).subscribe(recorder)
    #expect(recorder.values == [])
    other.send()
    recorder.request(.max(1))
    #expect(recorder.values == [3])
    #expect(recorder.completion == nil)
  }

  @Test func theOthersEndWithoutAValueIsTheEnd() {
    for end in [Subscribers.Completion<Failure>.finished, .failure(Failure())] {
      let probe = Probe()
      let other = Probe()
      let recorder = Recorder()
      probe.drop(untilOutputFrom: other).subscribe(recorder)
      other.send(completion: end)
      #expect(recorder.completion == end)
      #expect(probe.cancellations == 1)
    }
  }

  @Test func theOthersEndAfterItsValueDoesNotMatter() {
    let probe = Probe()
    let recorder = Recorder()
    probe.drop(untilOutputFrom: Just(1).setFailureType(to: Failure.self)).subscribe(recorder)
    probe.send(1)
    #expect(recorder.values == [1])
    #expect(recorder.completion == nil)
  }
}
