import PlayheadTesting
import PortableCombine
import Testing

/// Each traps in a process of its own, and says why.
@Suite struct DemandOfNothingTests {
  private func expectRule(_ result: ExitTest.Result?) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A subscription must be asked for at least one value."))
  }

  @Test func trapsAtASubject() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let recorder = RecordingSubscriber<Int, Never>(asking: .none)
        PassthroughSubject<Int, Never>().subscribe(recorder)
        recorder.request(.none)
      })
  }

  @Test func trapsAtASequence() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let recorder = RecordingSubscriber<Int, Never>(asking: .none)
        [1].publisher.subscribe(recorder)
        recorder.request(.none)
      })
  }

  @Test func trapsAtAnOperator() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let recorder = RecordingSubscriber<Int, Never>(asking: .none)
        Empty<Int, Never>(completeImmediately: false).filter { _ in true }.subscribe(recorder)
        recorder.request(.none)
      })
  }

  @Test func aNegativeDemandTraps() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Subscribers.Demand.max(-1) }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A demand must not be negative."))
  }
}
