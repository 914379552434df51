import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ConcatenateTests {
  typealias Probe = ProbePublisher<Int, NamedError>

  @Test func appendsAndPrependsInEveryForm() {
    let probe = Probe([5], completion: .finished)
    let tail = Probe([8], completion: .finished)
    let recorder = probe.prepend(4).prepend([3]).prepend(Probe([2], completion: .finished))
      .append(6).append([7]).append(tail).recorded()
    #expect(recorder.values == [2, 3, 4, 5, 6, 7, 8])
    #expect(recorder.isFinished)
    #expect(recorder.history.first == .subscription(description: "Concatenate"))
  }

  @Test func whatTheFirstLeavesOfTheDemandIsAskedOfTheSecond() {
    let first = Probe([1, 2], completion: .finished)
    let second = Probe([3, 4, 5])
    let recorder = first.append(second).recorded(asking: .max(3))
    #expect(recorder.values == [1, 2, 3])
    #expect(second.requests == [.max(1)])
    recorder.request(.max(1))
    #expect(second.requests == [.max(1), .max(1)])
    #expect(recorder.values == [1, 2, 3, 4])
  }

  @Test func whatAValueReturnsCountsForTheSecondToo() {
    let first = Probe([1], completion: .finished)
    let second = Probe([2, 3])
    let recorder = RecordingSubscriber<Int, NamedError>(asking: .max(1)) { _, value in
      value == 1 ? .max(1) : .none
    }
    first.append(second).subscribe(recorder)
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations.isEmpty)
  }

  @Test func theSecondIsSubscribedToOnceTheFirstHasFinished() {
    let first = Probe()
    let second = Probe([2])
    let recorder = first.append(second).recorded()
    #expect(!second.isSubscribed)
    first.send(completion: .finished)
    #expect(second.isSubscribed)
    recorder.cancel()
    #expect(second.cancellations == 1)
  }

  @Test func aFailureOfTheFirstIsTheEnd() {
    let second = Probe([2])
    let recorder = Fail(error: NamedError("up")).append(second).recorded()
    #expect(recorder.completion == .failure(NamedError("up")))
    #expect(!second.isSubscribed)
  }

  @Test func cancelledInTheFirstItDoesNotGoOn() {
    let first = Probe([1], completion: .finished)
    let second = Probe([2])
    let recorder = RecordingSubscriber<Int, NamedError> { recorder, _ in
      recorder.cancel()
      return .none
    }
    first.append(second).subscribe(recorder)
    #expect(recorder.values == [1])
    #expect(!second.isSubscribed)
  }
}
