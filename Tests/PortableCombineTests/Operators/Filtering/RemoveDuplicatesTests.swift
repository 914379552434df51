import PlayheadTesting
import PortableCombine
import Testing

@Suite struct RemoveDuplicatesTests {
  @Test func leavesOutWhatRepeatsTheOneBefore() {
    let recorder = RecordingSubscriber<Int, Never>()
    [1, 1, 2, 2, 1].publisher.eraseToAnyPublisher().removeDuplicates().subscribe(recorder)
    #expect(
      recorder.history == [
        .subscription(description: "RemoveDuplicates"), .value(1), .value(2), .value(1),
        .completion(.finished),
      ])
  }

  @Test func comparesWithTheLastPassedOn() {
    let recorder = RecordingSubscriber<Int, Never>()
    [1, 2, 3, 4].publisher.removeDuplicates { $1 - $0 < 2 }.subscribe(recorder)
    #expect(recorder.values == [1, 3])
  }
}

@Suite struct TryRemoveDuplicatesTests {
  @Test func leavesOutWhatRepeatsUntilAnError() {
    let probe = ProbePublisher<Int, Never>([1, 1, 2, 3])
    let recorder = probe.tryRemoveDuplicates {
      try NamedError.thrown("three", if: $1 == 3, else: $0 == $1)
    }.recorded()
    #expect(recorder.values == [1, 2])
    #expect(recorder.error == NamedError("three"))
    #expect(probe.cancellations == 1)
  }
}
