import PlayheadTesting
import PortableCombine
import Testing

/// Operators that subscribe to their upstreams before they send the subscription.
@Suite struct HandoverTests {
  typealias Source = PassthroughSubject<Int, Never>
  typealias Stream = AnyPublisher<Int, Never>

  struct Operator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable ([Source]) -> Stream
  }

  static let operators = [
    Operator(testDescription: "zip") { $0[0].zip($0[1]) { $0 + $1 }.eraseToAnyPublisher() },
    Operator(testDescription: "zip of 3") {
      $0[0].zip($0[1], $0[1]) { $0 + $1 + $2 }.eraseToAnyPublisher()
    },
    Operator(testDescription: "combineLatest") {
      $0[1].combineLatest($0[0]) { $0 + $1 }.eraseToAnyPublisher()
    },
    Operator(testDescription: "prefix(untilOutputFrom:)") {
      $0[0].prefix(untilOutputFrom: Source()).eraseToAnyPublisher()
    },
    Operator(testDescription: "buffer") {
      $0[0].buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
    },
  ]

  @Test(arguments: operators)
  func demandReturnedWhileTheSubscriptionIsHandedOverIsNotLost(_ tested: Operator) {
    let sources = [Source(), Source()]
    func send(_ value: Int) {
      sources[1].send(value)
      sources[0].send(value)
    }
    let recorder = RecordingSubscriber<Int, Never>(
      asking: .max(1), onValue: { _, _ in .max(1) },
      onSubscription: { _ in inAnotherThread { send(1) } })
    tested.make(sources).subscribe(recorder)
    #expect(recorder.values.count == 1)
    send(2)
    send(3)
    #expect(recorder.values.count >= 3)
    #expect(recorder.violations == [])
  }
}
