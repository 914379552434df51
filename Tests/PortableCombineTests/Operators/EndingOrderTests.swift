import PortableCombine
import Testing

/// An operator that ends first cancels its upstreams, and then completes.
@Suite struct EndingOrderTests {
  private typealias Stream = AnyPublisher<Int, NamedError>
  private typealias Failing = PassthroughSubject<Int, NamedError>

  /// Returns the events when `trigger` ends an operator whose upstream does not end.
  private func events(of make: (Stream) -> Stream, endedBy trigger: () -> Void) -> [String] {
    var events: [String] = []
    let upstream = Failing().handleEvents(receiveCancel: { events.append("cancelled") })
    let sink = make(upstream.eraseToAnyPublisher()).sink(
      receiveCompletion: { _ in events.append("completed") }, receiveValue: { _ in })
    trigger()
    sink.cancel()
    return events
  }

  @Test(arguments: 0..<5) func aFailureCancelsTheOthersBeforeItIsPassedOn(_ number: Int) {
    let failing = Failing()
    let operators: [(Stream) -> Stream] = [
      { $0.combineLatest(failing) { $0 + $1 }.eraseToAnyPublisher() },
      { $0.zip(failing) { $0 + $1 }.eraseToAnyPublisher() },
      { $0.merge(with: failing).eraseToAnyPublisher() },
      { upstream in failing.prepend(1).flatMap { _ in upstream }.eraseToAnyPublisher() },
      { upstream in
        failing.prepend(1).map { _ in upstream }.switchToLatest().eraseToAnyPublisher()
      },
    ]
    let events = events(of: operators[number]) {
      failing.send(completion: .failure(NamedError("end")))
    }
    #expect(events == ["cancelled", "completed"])
  }

  @Test func aSignalCancelsBeforeItCompletes() {
    let signal = PassthroughSubject<Void, Never>()
    let events = events(of: { $0.prefix(untilOutputFrom: signal).eraseToAnyPublisher() }) {
      signal.send()
    }
    #expect(events == ["cancelled", "completed"])
  }
}
