import PlayheadTesting
import PortableCombine
import Testing

/// Each traps in a process of its own, and says why.
@Suite struct ValueBeforeSubscriptionTests {
  private func expectRule(_ result: ExitTest.Result?) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A value must not come before the subscription."))
  }

  @Test func trapsAtAnOperatorThatMayFail() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(from: Hasty().tryFilter { _ in true })
      })
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(from: Hasty().tryCompactMap { $0 })
      })
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(from: Hasty().tryRemoveDuplicates { $0 == $1 })
      })
  }

  @Test func trapsAtAnOperatorThatMayFinish() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(from: Hasty().prefix { _ in true })
      })
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(from: Hasty().drop { _ in false })
      })
  }

  @Test func passesThroughAnOperatorWithoutState() {
    let recorder = RecordingSubscriber<Int, Never>()
    Hasty().map { $0 + 1 }.subscribe(recorder)
    #expect(recorder.values == [2])
    #expect(recorder.faults.first == "A value came before the subscription.")
  }
}

/// A publisher that sends a value, and no subscription.
private struct Hasty: Publisher {
  typealias Output = Int
  typealias Failure = Never

  func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Never {
    _ = subscriber.receive(1)
  }
}

private func receive<P: Publisher>(from publisher: P) {
  publisher.subscribe(RecordingSubscriber<P.Output, P.Failure>())
}
