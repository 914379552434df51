import PlayheadTesting
import PortableCombine
import Testing

/// Each trap runs in a separate process, and reports the reason.
@Suite struct DemandOfNothingTests {
  private func expectRule(_ result: ExitTest.Result?) {
    expect("A subscription must be asked for at least one value.", in: result)
  }

  @Test func trapsAtASubject() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let recorder = RecordingSubscriber<Int, Never>(asking: .none)
        PassthroughSubject<Int, Never>().subscribe(recorder)
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

  @Test func trapsAtATimedOperator() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.debounce(for: 1, scheduler: ManualScheduler()))
      })
  }

  @Test func trapsAtAPrintedStream() async {
    expectRule(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        askForNothing(of: endless.print())
      })
  }

  @Test func doesNothingWhereCombineAllowsIt() {
    let subject = PassthroughSubject<Int, Never>()
    let scheduler = ManualScheduler()
    let allowing: [AnyPublisher<Int, Never>] = [
      [1].publisher.eraseToAnyPublisher(),
      Record(output: [1], completion: .finished).eraseToAnyPublisher(),
      subject.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher(),
      subject.append(1).eraseToAnyPublisher(),
      subject.delay(for: 1, scheduler: scheduler).eraseToAnyPublisher(),
      subject.receive(on: scheduler).eraseToAnyPublisher(),
      subject.subscribe(on: scheduler).eraseToAnyPublisher(),
      subject.throttle(for: 1, scheduler: scheduler, latest: true).eraseToAnyPublisher(),
      subject.timeout(1, scheduler: scheduler).eraseToAnyPublisher(),
      subject.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher(),
      subject.merge(with: subject, subject).eraseToAnyPublisher(),
      subject.measureInterval(using: scheduler).map(\.magnitude).eraseToAnyPublisher(),
      subject.multicast(subject: PassthroughSubject()).eraseToAnyPublisher(),
      subject.share().eraseToAnyPublisher(),
      subject.prefix(untilOutputFrom: subject).eraseToAnyPublisher(),
      subject.drop(untilOutputFrom: subject).eraseToAnyPublisher(),
    ]
    for publisher in allowing {
      let recorder = RecordingSubscriber<Int, Never>(asking: .none)
      publisher.subscribe(recorder)
      scheduler.clock.advance(by: .zero)
      recorder.request(.none)
      #expect(recorder.values == [])
      recorder.cancel()
    }
  }

  @Test func aNegativeDemandTraps() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Subscribers.Demand.max(-1) }
    expect("A demand must not be negative.", in: result)
  }
}

private var endless: Empty<Int, Never> { Empty(completeImmediately: false) }

private func askForNothing<P: Publisher>(of publisher: P) {
  let recorder = RecordingSubscriber<P.Output, P.Failure>(asking: .none)
  publisher.subscribe(recorder)
  recorder.request(.none)
}
