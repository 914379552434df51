import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SetFailureTypeTests {
  @Test func passesEverythingOn() {
    let recorder = RecordingSubscriber<Int, CancellationError>()
    let publisher: Publishers.SetFailureType<Just<Int>, CancellationError> =
      Just(1).setFailureType(to: ContractRow.Failure.self)
      .setFailureType(to: CancellationError.self)
    publisher.subscribe(recorder)
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }
}
