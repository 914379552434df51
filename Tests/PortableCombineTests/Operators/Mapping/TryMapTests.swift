import PlayheadTesting
import PortableCombine
import Testing

@Suite struct TryMapTests {
  typealias Probe = ProbePublisher<Int, Never>

  @Test func turnsEachValueAndPassesTheDemandOn() {
    let probe = Probe([1, 2, 3])
    let recorder = probe.tryMap { $0 * 2 }.recorded(asking: .max(2))
    #expect(recorder.values == [2, 4])
    #expect(probe.requests == [.max(2)])
    guard case .subscription(description: "TryMap") = recorder.history.first else {
      Issue.record("\(recorder.history)")
      return
    }
  }

  @Test func anErrorCancelsTheUpstreamAndIsTheFailure() {
    let probe = Probe([1, 2, 3], completion: .finished)
    let recorder = probe.tryMap { try NamedError.thrown("two", if: $0 == 2, else: $0) }.recorded()
    #expect(recorder.values == [1])
    #expect(recorder.error == NamedError("two"))
    #expect(probe.cancellations == 1)
    #expect(recorder.violations.isEmpty)
  }

  @Test func anErrorAfterTheClosureCancelledIsNotSent() {
    let probe = Probe([1])
    let recorder = RecordingSubscriber<Int, any Error>()
    probe.tryMap { _ -> Int in
      recorder.cancel()
      throw NamedError("late")
    }.subscribe(recorder)
    #expect(recorder.completion == nil)
    #expect(probe.cancellations == 1)
  }

  @Test func twoInARowAreOneStep() {
    let subject = PassthroughSubject<Int, Never>()
    let first: Publishers.TryMap<PassthroughSubject<Int, Never>, String> =
      subject.map { $0 + 1 }.tryMap { $0 + 1 }.map { $0 + 1 }.tryMap { "\($0)" }
    let recorder = first.recorded()
    subject.send(1)
    #expect(recorder.values == ["4"])
  }

  @Test func theUpstreamsFailureStaysWhatItIs() {
    let recorder = Fail<Int, NamedError>(error: NamedError("up")).tryMap { $0 }.recorded()
    #expect(recorder.error == NamedError("up"))
  }

  @Test func aSecondSubscriptionIsCancelled() {
    final class Twice: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let probes = [Probe([1]), Probe([2])]
      func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Never {
        for probe in probes { probe.subscribe(subscriber) }
      }
    }
    let twice = Twice()
    let recorder = twice.tryMap { $0 }.recorded()
    #expect(recorder.values == [1])
    #expect(twice.probes.map { $0.cancellations } == [0, 1])
  }
}
