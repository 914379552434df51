import Dispatch
import PlayheadLocking
import PlayheadTesting
import PortableCombine
import Testing

/// Timed operators on concurrent queues that receive values from many threads.
@Suite struct TimedHammerTests {
  typealias Source = PassthroughSubject<Int, Never>
  typealias Stream = AnyPublisher<Int, Never>

  struct Operator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var keepsAll = false
    let make: @Sendable (Stream) -> Stream
  }

  static let operators = [
    Operator(testDescription: "receive(on:)", keepsAll: true) {
      $0.receive(on: DispatchQueue.global()).eraseToAnyPublisher()
    },
    Operator(testDescription: "delay", keepsAll: true) {
      $0.delay(for: .microseconds(20), scheduler: DispatchQueue.global()).eraseToAnyPublisher()
    },
    Operator(testDescription: "timeout", keepsAll: true) {
      $0.timeout(1000, scheduler: DispatchQueue.global()).eraseToAnyPublisher()
    },
    Operator(testDescription: "timeout that comes early") {
      $0.timeout(.microseconds(50), scheduler: DispatchQueue.global()).eraseToAnyPublisher()
    },
    Operator(testDescription: "debounce") {
      $0.debounce(for: .microseconds(5), scheduler: DispatchQueue.global()).eraseToAnyPublisher()
    },
    Operator(testDescription: "throttle") {
      $0.throttle(for: .microseconds(20), scheduler: DispatchQueue.global(), latest: true)
        .eraseToAnyPublisher()
    },
    Operator(testDescription: "collect by time") {
      $0.collect(.byTime(DispatchQueue.global(), .microseconds(50))).map { $0.count }
        .eraseToAnyPublisher()
    },
    Operator(testDescription: "collect by time or count") {
      $0.collect(.byTimeOrCount(DispatchQueue.global(), .microseconds(50), 3)).map { $0.count }
        .eraseToAnyPublisher()
    },
  ]

  /// Unchecked: any thread may send to a subject.
  private struct Sender: @unchecked Sendable {
    let source = Source()

    func hammer() {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<200 { source.send(thread * 1_000 + number) }
      }
    }
  }

  @Test(arguments: operators)
  func staysSerialAndEnds(_ tested: Operator) {
    let done = DispatchSemaphore(value: 0)
    let sender = Sender()
    let recorder = RecordingSubscriber<Int, Never>(onCompletion: { _ in done.signal() })
    tested.make(sender.source.eraseToAnyPublisher()).subscribe(recorder)
    sender.hammer()
    sender.source.send(completion: .finished)
    done.wait()
    #expect(recorder.violations == [])
    if tested.keepsAll { #expect(Set(recorder.values).count == 800) }
  }

  @Test(arguments: operators)
  func aCancellationAmongItAllLetsGoOfEverything(_ tested: Operator) {
    for _ in 0..<20 {
      let sender = Sender()
      let released = DispatchSemaphore(value: 0)
      let owner: AnyCancellable
      do {
        let canary = Canary()
        canary.onRelease = { released.signal() }
        owner = tested.make(sender.source.eraseToAnyPublisher()).sink { _ in canary.touch() }
      }
      let shared = SharedOwner(owner)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          shared.cancel()
        } else {
          for value in 0..<50 { sender.source.send(value) }
        }
      }
      // The last delivery releases the value, possibly on one of Dispatch's threads.
      released.wait()
    }
  }

  /// Unchecked: any thread may cancel it.
  private struct SharedOwner: @unchecked Sendable {
    let owner: AnyCancellable
    init(_ owner: AnyCancellable) { self.owner = owner }
    func cancel() { owner.cancel() }
  }
}
