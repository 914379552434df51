import Dispatch
import PlayheadLocking
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct FutureTests {
  typealias Work = Future<Int, NamedError>

  @Test func worksAtOnceAndSendsItsResultToEach() {
    var promise: Work.Promise?
    var attempts = 0
    let future = Work {
      attempts += 1
      promise = $0
    }
    #expect(attempts == 1)
    let early = future.recorded()
    promise?(.success(1))
    promise?(.success(2))
    let late = future.recorded()
    for recorder in [early, late] {
      #expect(
        recorder.history == [
          .subscription(description: "Future"), .value(1), .completion(.finished),
        ])
    }
    #expect(attempts == 1)
  }

  @Test func aValueWaitsUntilItIsAskedFor() {
    var promise: Work.Promise?
    let recorder = Work { promise = $0 }.recorded(asking: .none)
    promise?(.success(1))
    #expect(recorder.values == [] && recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func aFailureDoesNotWait() {
    let recorder = Work { $0(.failure(NamedError("up"))) }.recorded(asking: .none)
    #expect(recorder.completion == .failure(NamedError("up")))
  }

  @Test func theCancelledGetNothingAndAreReleased() {
    var promise: Work.Promise?
    let future = Work { promise = $0 }
    weak var released: RecordingSubscriber<Int, NamedError>?
    do {
      let recorder = future.recorded()
      released = recorder
      recorder.cancel()
      promise?(.success(1))
      #expect(recorder.values == [] && recorder.completion == nil)
    }
    #expect(released == nil)
  }

  @Test func aPromiseThatIsNeverKeptLeaksNothing() {
    weak var released: RecordingSubscriber<Int, NamedError>?
    weak var future: Work?
    do {
      let unkept = Work { _ in }
      future = unkept
      released = unkept.recorded()
    }
    #expect(future == nil)
    #expect(released == nil)
  }

  @Test func keptOnOneThreadWhileOthersSubscribeItReachesAll() {
    struct Shared: @unchecked Sendable {
      // Unchecked: a future and its promise can be used from any thread.
      let future: Work
      let promise: Work.Promise
    }
    for _ in 0..<50 {
      var promise: Work.Promise?
      let future = Work { promise = $0 }
      guard let promise else { return }
      let shared = Shared(future: future, promise: promise)
      let received = Locked(0)
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        if index == 1 { shared.promise(.success(1)) }
        shared.future.subscribe(
          Subscribers.Sink(
            receiveCompletion: { _ in },
            receiveValue: { value in received.withLock { $0 += value } }))
      }
      #expect(received.withLock { $0 } == 4)
    }
  }
}
