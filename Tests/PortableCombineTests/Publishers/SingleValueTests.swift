import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SingleValueTests {
  @Test func justSendsItsValueAndFinishes() {
    let recorder = RecordingSubscriber<Int, Never>()
    Just(1).subscribe(recorder)
    #expect(
      recorder.history == [
        .subscription(description: "Just"), .value(1), .completion(.finished),
      ])
  }

  @Test func emptyFinishesAtOnceOrNever() {
    let first = RecordingSubscriber<Int, Never>()
    Empty().subscribe(first)
    #expect(first.history == [.subscription(description: "Empty"), .completion(.finished)])
    let second = RecordingSubscriber<Int, Never>()
    Empty(completeImmediately: false).subscribe(second)
    #expect(second.history == [.subscription(description: "Empty")])
  }

  @Test func failFailsAtOnce() {
    let recorder = RecordingSubscriber<Int, ContractRow.Failure>()
    Fail(error: ContractRow.Failure()).subscribe(recorder)
    #expect(recorder.completion == .failure(ContractRow.Failure()))
  }
}
