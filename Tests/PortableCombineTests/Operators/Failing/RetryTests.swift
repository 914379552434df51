import PlayheadTesting
import PortableCombine
import Testing

@Suite struct RetryTests {
  struct Failure: Error, Equatable {}
  typealias Recorder = RecordingSubscriber<Int, Failure>

  /// Sends 1 and 2 and fails, `failures` times; after that, it finishes.
  private final class Flaky: Publisher {
    typealias Output = Int
    typealias Failure = RetryTests.Failure

    var failures: Int
    var subscriptions = 0

    init(failures: Int) { self.failures = failures }

    func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Failure {
      subscriptions += 1
      failures -= 1
      ProbePublisher<Int, Failure>(
        [1, 2], completion: failures < 0 ? .finished : .failure(Failure())
      ).subscribe(subscriber)
    }
  }

  @Test func subscribesAnewAsOftenAsItIsTold() {
    let flaky = Flaky(failures: 2)
    let recorder = Recorder()
    flaky.retry(2).subscribe(recorder)
    #expect(recorder.values == [1, 2, 1, 2, 1, 2])
    #expect(recorder.isFinished)
    #expect(flaky.subscriptions == 3)
    #expect(recorder.violations == [])
    #expect(recorder.history.first == .subscription(description: "Retry"))
  }

  @Test(arguments: [-1, Int.min])
  func aNegativeNumberIsNoLimit(_ retries: Int) {
    let flaky = Flaky(failures: 50)
    let recorder = Recorder()
    flaky.retry(retries).subscribe(recorder)
    #expect(recorder.isFinished)
    #expect(flaky.subscriptions == 51)
  }

  @Test func failsAfterThat() {
    let flaky = Flaky(failures: 9)
    let recorder = Recorder()
    flaky.retry(1).subscribe(recorder)
    #expect(recorder.values == [1, 2, 1, 2])
    #expect(recorder.completion == .failure(Failure()))
    #expect(flaky.subscriptions == 2)
  }

  @Test func keepsWhatIsLeftOfTheDemand() {
    let recorder = Recorder(asking: .max(3))
    Flaky(failures: 5).retry(5).subscribe(recorder)
    #expect(recorder.values == [1, 2, 1])
    recorder.request(.max(2))
    #expect(recorder.values == [1, 2, 1, 2, 1])
    #expect(recorder.violations == [])
  }

  @Test func oneHundredThousandFailuresDoNotOverflowTheStack() {
    let recorder = Recorder()
    Fail<Int, Failure>(error: Failure()).retry(100_001).subscribe(recorder)
    #expect(recorder.completion == .failure(Failure()))
  }

  @Test func withoutALimitItGoesOnUntilCancelled() {
    let flaky = Flaky(failures: .max)
    let recorder = Recorder { recorder, _ in
      if flaky.subscriptions == 10 { recorder.cancel() }
      return .none
    }
    Publishers.Retry(upstream: flaky, retries: nil).subscribe(recorder)
    #expect(flaky.subscriptions == 10)
    #expect(recorder.completion == nil)
    #expect(recorder.violations == [])
  }

  @Test func cancelledInsideAFailingSubscriptionItDoesNotSubscribeAgain() {
    var subscriptions = 0
    let failing = Deferred { () -> Record<Int, NamedError> in
      subscriptions += 1
      return Record(output: [1], completion: .failure(NamedError("again")))
    }
    let recorder = RecordingSubscriber<Int, NamedError>(
      asking: .max(1), onSubscription: { $0.cancel() })
    failing.retry(3).subscribe(recorder)
    #expect(subscriptions == 1)
  }
}
