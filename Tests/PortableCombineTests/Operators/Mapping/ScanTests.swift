import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ScanTests {
  @Test func sendsTheRunningTotal() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let recorder = probe.scan("0") { "\($0)\($1)" }.recorded(asking: .max(2))
    #expect(recorder.values == ["01", "012"])
    #expect(probe.requests == [.max(2)])
  }

  @Test func aNestedValueIsAddedToTheTotalBefore() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never> { _, total in
      if total == 1 { subject.send(10) }
      return .none
    }
    subject.scan(0, +).subscribe(recorder)
    subject.send(1)
    subject.send(100)
    #expect(recorder.values == [1, 11, 111])
  }

  @Test func anErrorCancelsTheUpstreamAndIsTheFailure() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let recorder = probe.tryScan(0) {
      try NamedError.thrown("two", if: $1 == 2, else: $0 + $1)
    }.recorded()
    #expect(recorder.values == [1])
    #expect(recorder.error == NamedError("two"))
    #expect(probe.cancellations == 1)
  }

  @Test func theTotalIsReleasedOnCancellation() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Canary, any Error>()
    let isReleased = Canary.watched {
      subject.tryScan($0) { total, _ in total }.subscribe(recorder)
    }
    #expect(!isReleased())
    recorder.cancel()
    #expect(isReleased())
  }
}
