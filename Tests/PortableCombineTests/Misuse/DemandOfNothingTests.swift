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

  @Test func trapsAtASingleValue() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: Just(1))
      })
  }

  @Test func trapsAtAFuture() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: Future<Int, Never> { _ in })
      })
  }

  @Test func trapsAtATryOperator() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.tryMap { $0 })
      })
  }

  @Test func trapsAtAReduction() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.count())
      })
  }

  @Test func trapsAtAJoinOfPublishers() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.merge(with: endless))
      })
  }

  @Test func trapsAtATupleOfPublishers() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.combineLatest(endless))
      })
  }

  @Test func trapsAtAPublisherOfPublishers() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.flatMap { Just($0) })
      })
  }

  @Test func trapsAtABuffer() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest))
      })
  }

  @Test func trapsAtATimedOperator() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.debounce(for: 1, scheduler: ManualScheduler()))
      })
  }

  @Test func trapsAtASuccession() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.append(1))
      })
  }

  @Test func trapsAtAnObservedStream() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.handleEvents(receiveCancel: {}))
      })
  }

  @Test func trapsAtASharedStream() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.share())
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

private var endless: Empty<Int, Never> { Empty(completeImmediately: false) }

private func askForNothing<P: Publisher>(of publisher: P) {
  let recorder = RecordingSubscriber<P.Output, P.Failure>(asking: .none)
  publisher.subscribe(recorder)
  recorder.request(.none)
}
