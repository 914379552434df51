import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SubjectUpstreamTests {
  @Test func aFirstSubscriberGetsAllThatAnUpstreamConnectedBeforeSends() {
    let subject = PassthroughSubject<Int, Never>()
    let connection = [1, 2, 3].publisher.subscribe(subject)
    let recorder = RecordingSubscriber<Int, Never>()
    subject.subscribe(recorder)
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.isFinished)
    connection.cancel()
  }

  @Test func whoAsksASharedPublisherAfterItsConnectionGetsAllValues() {
    let multicast = [1, 2, 3].publisher.multicast(subject: PassthroughSubject())
    let recorder = RecordingSubscriber<Int, Never>(asking: .none)
    multicast.subscribe(recorder)
    let connection = multicast.connect()
    recorder.request(.max(2))
    #expect(recorder.values == [1, 2])
    connection.cancel()

    let late = RecordingSubscriber<Int, Never>(asking: .none)
    [1, 2, 3].publisher.share().subscribe(late)
    late.request(.unlimited)
    #expect(late.values == [1, 2, 3])
  }

  @Test func aSubscriptionKeepsItsSubjectUntilItIsCancelled() {
    weak var released: PassthroughSubject<Int, Never>?
    let recorder = RecordingSubscriber<Int, Never>()
    do {
      let subject = PassthroughSubject<Int, Never>()
      released = subject
      subject.subscribe(recorder)
    }
    #expect(released != nil)
    recorder.cancel()
    #expect(released == nil)
  }

  @Test func aSubscriptionKeepsItsSubjectUntilItCompletes() {
    weak var released: CurrentValueSubject<Int, Never>?
    let recorder = RecordingSubscriber<Int, Never>()
    do {
      let subject = CurrentValueSubject<Int, Never>(1)
      released = subject
      subject.subscribe(recorder)
    }
    #expect(released != nil)
    released?.send(completion: .finished)
    #expect(released == nil)
    #expect(recorder.values == [1])
  }

  @Test func aPublisherThatIsSubscribedToDoesNotKeepTheSubject() {
    weak var released: PassthroughSubject<Int, Never>?
    let probe = ProbePublisher<Int, Never>()
    let connection: AnyCancellable
    do {
      let subject = PassthroughSubject<Int, Never>()
      released = subject
      connection = probe.subscribe(subject)
    }
    #expect(released == nil)
    #expect(probe.cancellations == 1)
    connection.cancel()
  }

  @Test func aValueSetAfterTheCompletionCanBeRead() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = RecordingSubscriber<Int, Never>()
    subject.subscribe(recorder)
    subject.send(completion: .finished)
    subject.value = 2
    #expect(subject.value == 2)
    #expect(recorder.values == [1])
  }

  @Test func anObjectsPublisherTellsWhoeverAsksForNothing() {
    let publisher = ObservableObjectPublisher()
    let recorder = RecordingSubscriber<Void, Never>(asking: .none)
    publisher.subscribe(recorder)
    publisher.send()
    publisher.send()
    #expect(recorder.values.count == 2)
  }
}
