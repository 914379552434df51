import PlayheadTesting
import PortableCombine
import Testing

/// Each trap runs in a separate process, and reports the reason.
@Suite struct ValueBeforeSubscriptionTests {
  private func expectRule(_ result: ExitTest.Result?) {
    expect("A value must not come before the subscription.", in: result)
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
  }

  @Test func trapsAtAnOperatorThatSubscribesAgain() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(
          from: Hasty().setFailureType(to: NamedError.self).catch { _ in Empty<Int, Never>() })
      })
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(
          from: Hasty().setFailureType(to: NamedError.self).tryCatch { _ in Empty<Int, Never>() })
      })
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(from: Hasty().retry(1))
      })
  }

  @Test func trapsAtAnOperatorThatRemembers() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(from: Hasty().removeDuplicates())
      })
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        receive(from: Hasty().drop(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)))
      })
  }

  @Test func passesThroughTheOthers() {
    let mapped = RecordingSubscriber<Int, any Error>()
    Hasty().tryMap { $0 + 1 }.subscribe(mapped)
    #expect(mapped.values == [2])
    let scanned = RecordingSubscriber<Int, any Error>()
    Hasty().tryScan(3, +).subscribe(scanned)
    #expect(scanned.values == [4])
    let dropped = RecordingSubscriber<Int, Never>()
    Hasty().drop { _ in false }.subscribe(dropped)
    #expect(dropped.values == [1])
    let tried = RecordingSubscriber<Int, any Error>()
    Hasty().tryDrop { _ in false }.subscribe(tried)
    #expect(tried.values == [1])
  }

  @Test func passesThroughACoder() {
    let encoded = RecordingSubscriber<[Int], any Error>()
    Hasty().encode(encoder: LengthCoder()).subscribe(encoded)
    #expect(encoded.values == [[0]])
    let decoded = RecordingSubscriber<Int, any Error>()
    Hasty().map { [$0, $0] }.decode(type: Int.self, decoder: LengthCoder()).subscribe(decoded)
    #expect(decoded.values == [2])
  }

  @Test func isIgnoredByAReduction() {
    #expect(HastyThenOrderly().first().recorded().values == [2])
    #expect(HastyThenOrderly().count().recorded().values == [2])
    #expect(HastyThenOrderly().reduce(0, +).recorded().values == [5])
    #expect(HastyThenOrderly().contains(1).recorded().values == [false])
  }

  @Test func passesThroughAnOperatorWithoutState() {
    let recorder = RecordingSubscriber<Int, Never>()
    Hasty().map { $0 + 1 }.subscribe(recorder)
    #expect(recorder.values == [2])
    #expect(recorder.violations.first == "A value was delivered before the subscription.")
  }
}

/// A publisher that sends a value before its values.
private struct HastyThenOrderly: Publisher {
  typealias Output = Int
  typealias Failure = Never

  func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Never {
    _ = subscriber.receive(1)
    [2, 3].publisher.subscribe(subscriber)
  }
}

/// A publisher that sends a value without a subscription.
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
