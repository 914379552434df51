import PlayheadTesting
import PortableCombine
import Testing

@Suite struct CollectTests {
  typealias Probe = ProbePublisher<Int, NamedError>

  @Test func sendsAllOnceAskedFor() {
    let probe = Probe([1, 2, 3], completion: .finished)
    let recorder = probe.collect().recorded(asking: .none)
    #expect(recorder.history == [.subscription(description: "Collect")])
    #expect(probe.requests == [.unlimited])
    recorder.request(.max(1))
    #expect(recorder.values == [[1, 2, 3]])
    #expect(recorder.isFinished)
  }

  @Test func ofNothingItIsEmpty() {
    let recorder = Empty<Int, Never>().collect().recorded()
    #expect(recorder.values == [[]])
  }

  @Test func aFailureComesAtOnceAndAlone() {
    let probe = Probe([1], completion: .failure(NamedError("up")))
    let recorder = probe.collect().recorded(asking: .none)
    #expect(recorder.values == [])
    #expect(recorder.completion == .failure(NamedError("up")))
  }

  @Test func byCountCancelledInsideTheRestItDoesNotFinish() {
    let recorder = RecordingSubscriber<[Int], NamedError> { recorder, _ in
      recorder.cancel()
      return .none
    }
    Probe([1], completion: .finished).collect(3).subscribe(recorder)
    #expect(recorder.values == [[1]])
    #expect(recorder.completion == nil)
    #expect(recorder.violations.isEmpty)
  }

  @Test func byCountAsksForAsManyAndSendsTheRestAtTheEnd() {
    let probe = Probe([1, 2, 3, 4, 5, 6, 7], completion: .finished)
    let recorder = probe.collect(3).recorded(asking: .max(2))
    #expect(probe.requests == [.max(6)])
    #expect(recorder.values == [[1, 2, 3], [4, 5, 6]])
    recorder.request(.max(1))
    #expect(recorder.values == [[1, 2, 3], [4, 5, 6], [7]])
    #expect(recorder.isFinished)
  }

  @Test func byCountWhatAnArrayReturnsIsMultipliedToo() {
    let probe = Probe(Array(1...6))
    let recorder = RecordingSubscriber<[Int], NamedError>(asking: .max(1)) { _, _ in .max(1) }
    probe.collect(2).subscribe(recorder)
    #expect(recorder.values == [[1, 2], [3, 4], [5, 6]])
    #expect(recorder.history.first == .subscription(description: "CollectByCount"))
  }

  @Test func byCountAFailureDropsTheRest() {
    let probe = Probe([1, 2, 3], completion: .failure(NamedError("up")))
    let recorder = probe.collect(2).recorded()
    #expect(recorder.values == [[1, 2]])
    #expect(recorder.completion == .failure(NamedError("up")))
  }

  @Test func byCountAHugeDemandIsUnlimited() {
    let probe = Probe([1])
    _ = probe.collect(2).recorded(asking: .max(.max))
    #expect(probe.requests == [.unlimited])
  }
}
