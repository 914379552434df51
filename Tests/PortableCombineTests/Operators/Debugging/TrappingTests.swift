import PlayheadTesting
import PortableCombine
import Testing

/// Each trap runs in a separate process.
@Suite struct TrappingTests {
  @Test func assertNoFailureTrapsAtAFailure() async {
    expect(
      "surely: up",
      in: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Fail<Int, NamedError>(error: NamedError("up")).assertNoFailure("surely").recorded()
      })
  }

  @Test func breakpointRaisesItsSignal() async {
    await #expect(processExitsWith: .signal(5)) {
      _ = PassthroughSubject<Int, Never>().breakpoint(receiveSubscription: { _ in true })
        .recorded()
    }
    await #expect(processExitsWith: .signal(5)) {
      _ = Just(1).breakpoint(receiveOutput: { $0 == 1 }).recorded()
    }
    await #expect(processExitsWith: .signal(5)) {
      _ = Fail<Int, NamedError>(error: NamedError("up")).breakpointOnError().recorded()
    }
  }

  @Test func breakpointLetsEverythingElsePass() {
    let recorder = Just(1).breakpoint(
      receiveSubscription: { _ in false }, receiveOutput: { _ in false },
      receiveCompletion: { _ in false }
    ).breakpointOnError().recorded()
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func assertNoFailurePassesEverythingElseOn() {
    let probe = ProbePublisher<Int, NamedError>([1], completion: .finished)
    let recorder = probe.assertNoFailure().recorded()
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func dropFirstOfANegativeNumberTrapsOnlyWhenItIsSubscribedTo() async {
    #expect(PassthroughSubject<Int, Never>().dropFirst(-1).count == -1)
    expect(
      "The number of values to drop must not be negative.",
      in: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PassthroughSubject<Int, Never>().dropFirst(-1).recorded()
      })
  }

  @Test func theLargestIndexNeverArrives() {
    let recorder = ProbePublisher<Int, Never>([1, 2], completion: .finished)
      .output(at: .max).recorded()
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
  }

  @Test func aNegativeNumberTrapsWithItsRule() async {
    expect(
      "The length of a prefix must not be negative.",
      in: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PassthroughSubject<Int, Never>().prefix(-1)
      })
    expect(
      "The place of a value must not be negative.",
      in: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PassthroughSubject<Int, Never>().output(at: -1)
      })
    expect(
      "The number of values to collect must be positive.",
      in: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PassthroughSubject<Int, Never>().collect(0)
      })
  }

  @Test func recordingAfterTheCompletionTraps() async {
    expect(
      "Nothing can be recorded after the completion.",
      in: await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var recording = Record<Int, Never>.Recording()
        recording.receive(completion: .finished)
        recording.receive(1)
      })
  }
}
