import PlayheadTesting
import PortableCombine
import Testing

@Suite struct HandleEventsTests {
  private final class Journal {
    var entries: [String] = []

    func watch<P: Publisher>(_ publisher: P) -> Publishers.HandleEvents<P> {
      publisher.handleEvents(
        receiveSubscription: { self.entries.append("subscription \($0)") },
        receiveOutput: { self.entries.append("value \($0)") },
        receiveCompletion: { self.entries.append("completion \($0)") },
        receiveCancel: { self.entries.append("cancel") },
        receiveRequest: { self.entries.append("request \($0)") })
    }
  }

  @Test func tellsWhatHappensBeforeItIsPassedOn() {
    let journal = Journal()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(asking: .max(1)) { _, value in
      journal.entries.append("received")
      return value == 1 ? .max(2) : .none
    }
    journal.watch(subject).subscribe(recorder)
    subject.send(1)
    subject.send(2)
    subject.send(completion: .finished)
    recorder.cancel()
    #expect(
      journal.entries == [
        "subscription PassthroughSubject", "request max(1)", "value 1", "received",
        "request max(2)", "value 2", "received", "completion finished",
      ])
    #expect(recorder.history.first == .subscription(description: "HandleEvents"))
  }

  @Test func aCompletionThatItsClosureCausesFollowsTheSubscription() {
    let (subject, signal) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
    let publishers = [
      subject.handleEvents(receiveSubscription: { _ in subject.send(completion: .finished) })
        .eraseToAnyPublisher(),
      Empty(completeImmediately: false).prefix(untilOutputFrom: signal)
        .handleEvents(receiveSubscription: { _ in signal.send() }).eraseToAnyPublisher(),
    ]
    for publisher in publishers {
      let recorder = RecordingSubscriber<Int, Never>()
      publisher.subscribe(recorder)
      #expect(
        recorder.history == [
          .subscription(description: "HandleEvents"), .completion(.finished),
        ])
    }
  }

  @Test func valuesThatItsClosureRequestsFollowTheSubscription() {
    let numbers = [1, 2].publisher
    let handled = numbers.handleEvents(receiveSubscription: { $0.request(.max(1)) })
    let stopped = numbers.breakpoint(receiveSubscription: {
      $0.request(.max(1))
      return false
    })
    for publisher in [handled.eraseToAnyPublisher(), stopped.eraseToAnyPublisher()] {
      #expect(
        publisher.removeDuplicates().recorded().history.dropFirst() == [
          .value(1), .value(2), .completion(.finished),
        ])
      // The closure's demand is added to the subscriber's, also if that is none.
      #expect(publisher.recorded(asking: .none).values == [1])
      #expect(publisher.recorded(asking: .max(1)).values == [1, 2])
    }
  }

  @Test func itsClosureReceivesTheUpstreamsSubscription() {
    var (received, identifier): (String, CombineIdentifier?) = ("", nil)
    let recorder = PassthroughSubject<Int, Never>()
      .handleEvents(receiveSubscription: { identifier = $0.combineIdentifier })
      .handleEvents(receiveSubscription: { received = "\($0)" })
      .recorded()
    #expect(received == "HandleEvents")
    #expect(identifier != nil)
    #expect(recorder.violations == [])
  }

  @Test func afterItsClosureCancelledNothingIsRequested() {
    let probe = ProbePublisher<Int, Never>([1, 2])
    let recorder = probe.handleEvents(receiveSubscription: {
      $0.request(.max(1))
      $0.cancel()
    }).recorded()
    #expect(recorder.values == [])
    #expect(probe.requests == [])
    #expect(probe.cancellations == 1)
  }

  @Test func tellsACancellationOnce() {
    let journal = Journal()
    let probe = ProbePublisher<Int, Never>()
    let recorder = journal.watch(probe).recorded(asking: .none)
    recorder.cancel()
    recorder.cancel()
    #expect(journal.entries.suffix(1) == ["cancel"])
    #expect(journal.entries.count == 2)
    #expect(probe.cancellations == 1)
  }

  @Test(arguments: [true, false])
  func releasesItsClosures(_ isCancelled: Bool) {
    weak var released: Canary?
    let subject = PassthroughSubject<Int, Never>()
    let recorder: RecordingSubscriber<Int, Never>
    do {
      let canary = Canary()
      released = canary
      recorder =
        subject.handleEvents(
          receiveOutput: { _ in canary.touch() }, receiveCancel: { canary.touch() },
          receiveRequest: { _ in canary.touch() }
        ).recorded()
    }
    #expect(released != nil)
    if isCancelled { recorder.cancel() } else { subject.send(completion: .finished) }
    #expect(released == nil)
  }
}
