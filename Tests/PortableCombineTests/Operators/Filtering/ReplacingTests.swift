import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ReplacingTests {
  typealias Probe = ProbePublisher<Int, NamedError>

  @Test func nilIsReplaced() {
    let subject = PassthroughSubject<Int?, Never>()
    let recorder = subject.replaceNil(with: 0).recorded()
    subject.send(1)
    subject.send(nil)
    #expect(recorder.values == [1, 0])
  }

  @Test func anEmptyPublisherIsReplacedOnceAskedFor() {
    let recorder = Empty<Int, NamedError>().replaceEmpty(with: 7).recorded(asking: .none)
    #expect(recorder.history == [.subscription(description: "ReplaceEmpty")])
    recorder.request(.max(1))
    #expect(recorder.values == [7])
    #expect(recorder.isFinished)
  }

  @Test func aValueIsNotReplaced() {
    let probe = Probe([1], completion: .finished)
    let recorder = probe.replaceEmpty(with: 7).recorded(asking: .max(3))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
    #expect(probe.requests == [.max(3)])
  }

  @Test func theFailureOfAnEmptyPublisherIsNotReplaced() {
    let recorder = Fail<Int, NamedError>(error: NamedError("up")).replaceEmpty(with: 7).recorded()
    #expect(recorder.values == [])
    #expect(recorder.completion == .failure(NamedError("up")))
  }

  @Test func aFailureIsReplacedAtOnceIfAskedFor() {
    let probe = Probe([1], completion: .failure(NamedError("up")))
    let recorder = probe.replaceError(with: 7).recorded(asking: .max(2))
    #expect(
      recorder.history == [
        .subscription(description: "ReplaceError"), .value(1), .value(7), .completion(.finished),
      ])
  }

  @Test func theReplacementOfAFailureWaitsUntilItIsAskedFor() {
    let probe = Probe([1], completion: .failure(NamedError("up")))
    let recorder = probe.replaceError(with: 7).recorded(asking: .max(1))
    #expect(recorder.values == [1])
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [1, 7])
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func whatAValueReturnsPaysForTheReplacementOfAFailureSentInsideIt() {
    let subject = PassthroughSubject<Int, NamedError>()
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1)) { _, value in
      if value == 1 { subject.send(completion: .failure(NamedError("nested"))) }
      return .max(1)
    }
    subject.replaceError(with: 7).subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [1, 7])
    #expect(recorder.isFinished)
  }

  @Test func aWaitingReplacementIsReleasedOnCancellation() {
    let recorder = RecordingSubscriber<Canary, Never>(asking: .none)
    let isReleased = Canary.watched {
      Empty<Canary, Never>().replaceEmpty(with: $0).subscribe(recorder)
    }
    #expect(!isReleased())
    recorder.cancel()
    #expect(isReleased())
    recorder.request(.max(1))
    #expect(recorder.violations.isEmpty)
  }
}
