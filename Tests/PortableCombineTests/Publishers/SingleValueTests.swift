import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SingleValueTests {
  @Test func justSendsItsValueAndFinishes() {
    let recorder = RecordingSubscriber<Int, Never>()
    Just(1).subscribe(recorder)
    #expect(
      recorder.history == [
        .subscription(description: "Just"), .value(1), .completion(.finished),
      ])
  }

  @Test func emptyFinishesAtOnceOrNever() {
    let first = RecordingSubscriber<Int, Never>()
    Empty().subscribe(first)
    #expect(first.history == [.subscription(description: "Empty"), .completion(.finished)])
    let second = RecordingSubscriber<Int, Never>()
    Empty(completeImmediately: false).subscribe(second)
    #expect(second.history == [.subscription(description: "Empty")])
  }

  @Test func failFailsAtOnce() {
    let recorder = RecordingSubscriber<Int, ContractRow.Failure>()
    Fail(error: ContractRow.Failure()).subscribe(recorder)
    #expect(recorder.completion == .failure(ContractRow.Failure()))
  }
}

@Suite struct EndingAtOnceTests {
  @Test func optionalSendsItsValueOrNothing() {
    #expect(
      Int?.some(1).publisher.recorded().history == [
        .subscription(description: "Optional"), .value(1), .completion(.finished),
      ])
    #expect(
      Int?.none.publisher.recorded(asking: .none).history == [
        .subscription(description: "Empty"), .completion(.finished),
      ])
  }

  @Test func resultSendsItsValueOrFails() {
    typealias Outcome = Result<Int, NamedError>
    #expect(
      Outcome.Publisher(1).recorded().history == [
        .subscription(description: "Once"), .value(1), .completion(.finished),
      ])
    #expect(
      Outcome.Publisher(NamedError("up")).recorded(asking: .none).completion
        == .failure(NamedError("up")))
  }

  @Test func cancelledOnSubscriptionTheyDoNotComplete() {
    func check<P: Publisher>(_ publisher: P) {
      let recorder = RecordingSubscriber<P.Output, P.Failure>(
        asking: .none, onSubscription: { $0.cancel() })
      publisher.subscribe(recorder)
      #expect(recorder.history.count == 1, "\(P.self)")
      #expect(recorder.violations.isEmpty)
    }
    check(Empty<Int, Never>())
    check(Fail<Int, NamedError>(error: NamedError("up")))
    check(Int?.none.publisher)
    check(Result<Int, NamedError>.failure(NamedError("up")).publisher)
    check(Just(1))
  }

  @Test func aValueIsReleasedOnCancellation() {
    let recorder = RecordingSubscriber<Canary, Never>(asking: .none)
    let isReleased = Canary.watched { Just($0).subscribe(recorder) }
    #expect(!isReleased())
    recorder.cancel()
    #expect(isReleased())
  }
}
