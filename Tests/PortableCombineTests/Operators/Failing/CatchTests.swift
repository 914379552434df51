import PlayheadTesting
import PortableCombine
import Testing

@Suite struct CatchTests {
  struct Failure: Error, Equatable {}
  struct Other: Error, Equatable {}
  typealias Probe = ProbePublisher<Int, Failure>

  @Test func goesOnWithTheOtherForWhatIsLeft() {
    let first = Probe([1, 2], completion: .failure(Failure()))
    let second = Probe([3, 4, 5])
    let recorder = RecordingSubscriber<Int, Failure>(asking: .max(4))
    first.catch { _ in second }.subscribe(recorder)
    #expect(second.requests == [.max(2)])
    #expect(recorder.values == [1, 2, 3, 4])
    #expect(recorder.history.first == .subscription(description: "Catch"))
    recorder.request(.max(1))
    #expect(recorder.values == [1, 2, 3, 4, 5])
    recorder.cancel()
    #expect(second.cancellations == 1)
    #expect(first.cancellations == 0)
  }

  @Test func failsAsTheOtherDoes() {
    let recorder = RecordingSubscriber<Int, Other>()
    Fail<Int, Failure>(error: Failure()).catch { _ in Fail<Int, Other>(error: Other()) }
      .subscribe(recorder)
    #expect(recorder.completion == .failure(Other()))
  }

  @Test func finishesWithoutTheOther() {
    let recorder = RecordingSubscriber<Int, Never>()
    Just(1).setFailureType(to: Failure.self).catch { _ in Just(2) }.subscribe(recorder)
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func releasesTheHandler() {
    weak var released: Canary?
    let probe = Probe()
    let recorder = RecordingSubscriber<Int, Failure>()
    do {
      let canary = Canary()
      released = canary
      probe.catch { (error: Failure) -> Fail<Int, Failure> in
        canary.touch()
        return Fail(error: error)
      }.subscribe(recorder)
    }
    #expect(released != nil)
    recorder.cancel()
    #expect(released == nil)
  }
}

@Suite struct TryCatchTests {
  struct Failure: Error, Equatable {}
  struct Thrown: Error {}

  @Test func goesOnWithTheOther() {
    let recorder = RecordingSubscriber<Int, any Error>()
    Fail<Int, Failure>(error: Failure()).tryCatch { _ in Just(1) }.subscribe(recorder)
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func failsWithWhatTheHandlerThrows() throws {
    let recorder = RecordingSubscriber<Int, any Error>()
    Fail<Int, Failure>(error: Failure())
      .tryCatch { _ -> Just<Int> in throw Thrown() }.subscribe(recorder)
    guard case .failure(let error) = recorder.completion else {
      Issue.record("It did not fail.")
      return
    }
    #expect(error is Thrown)
  }

  @Test func passesOnTheOthersFailure() {
    let recorder = RecordingSubscriber<Int, any Error>()
    Fail<Int, Failure>(error: Failure())
      .tryCatch { Fail<Int, Failure>(error: $0) }.subscribe(recorder)
    guard case .failure(let error) = recorder.completion else {
      Issue.record("It did not fail.")
      return
    }
    #expect(error is Failure)
  }
}
