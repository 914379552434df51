import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SharingTests {
  typealias Recorder = RecordingSubscriber<Int, Never>

  @Test func shareSubscribesOnceAndCancelsWithTheLast() {
    let probe = ProbePublisher<Int, Never>()
    let shared = probe.share()
    let recorders = [Recorder(), Recorder()]
    for recorder in recorders { shared.subscribe(recorder) }
    probe.send(1)
    #expect(recorders.allSatisfy { $0.values == [1] })
    #expect(probe.requests == [.unlimited])
    #expect(recorders[0].history.first == .subscription(description: "Multicast"))
    recorders[0].cancel()
    probe.send(2)
    #expect(probe.isSubscribed)
    recorders[1].cancel()
    recorders[1].cancel()
    #expect(!probe.isSubscribed)
    #expect(probe.cancellations == 1)
    #expect(recorders[1].values == [1, 2])
  }

  @Test func shareConnectsAnew() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.share()
    for round in 0..<100 {
      let recorder = Recorder()
      shared.subscribe(recorder)
      subject.send(round)
      #expect(recorder.values == [round])
      recorder.cancel()
    }
  }

  @Test func shareLivesAsLongAsItsSubscribers() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let cancellable = subject.share().sink { values.append($0) }
    subject.send(1)
    #expect(values == [1])
    cancellable.cancel()
  }

  @Test func shareIsEqualToItself() {
    let shared = Just(1).share()
    #expect(shared == shared)
    #expect(shared != Just(1).share())
  }

  @Test func multicastWaitsForTheConnection() {
    let probe = ProbePublisher<Int, Never>([1, 2])
    var subjects = 0
    let multicast = probe.multicast {
      subjects += 1
      return PassthroughSubject<Int, Never>()
    }
    let recorders = [Recorder(), Recorder(asking: .max(1))]
    for recorder in recorders { multicast.subscribe(recorder) }
    #expect(subjects == 1)
    #expect(probe.requests == [])
    let connection = multicast.connect()
    #expect(recorders[0].values == [1, 2])
    #expect(recorders[1].values == [1])
    connection.cancel()
    #expect(probe.cancellations == 1)
    #expect(recorders[0].completion == nil)
  }

  @Test func multicastMayBeReleasedBeforeItsCancellable() {
    let probe = ProbePublisher<Int, Never>()
    let recorder = Recorder()
    weak var released: AnyObject?
    var connection: (any Cancellable)?
    do {
      let multicast = probe.multicast(subject: PassthroughSubject())
      released = multicast
      multicast.subscribe(recorder)
      connection = multicast.connect()
    }
    #expect(released == nil)
    probe.send(1)
    #expect(recorder.values == [1])
    connection?.cancel()
    #expect(probe.cancellations == 1)
    connection = nil
  }

  @Test func multicastOfACurrentValueSendsThatFirst() {
    let subject = PassthroughSubject<Int, Never>()
    let multicast = subject.multicast(subject: CurrentValueSubject(7))
    let recorder = Recorder()
    multicast.subscribe(recorder)
    let connection = multicast.connect()
    subject.send(8)
    #expect(recorder.values == [7, 8])
    connection.cancel()
  }

  @Test func makeConnectableWaits() {
    let recorder = Recorder()
    let connectable = (1...3).publisher.makeConnectable()
    connectable.subscribe(recorder)
    #expect(recorder.values == [])
    let connection = connectable.connect()
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.isFinished)
    connection.cancel()
  }

  @Test func autoconnectSurvivesASubscriberThatCancelsAtOnce() {
    let probe = ProbePublisher<Int, Never>([1, 2, 3])
    let recorder = Recorder { recorder, _ in
      recorder.cancel()
      return .none
    }
    let shared = probe.share()
    shared.subscribe(recorder)
    #expect(recorder.values == [1])
    #expect(!probe.isSubscribed)
    let second = Recorder()
    shared.subscribe(second)
    probe.send(4)
    #expect(second.values.last == 4)
  }

  @Test func aValueSentBeforeThereWereSubscribersIsTheCurrentOne() {
    let subject = CurrentValueSubject<Int, Never>(0)
    subject.send(5)
    var values: [Int] = []
    let cancellable = subject.sink { values.append($0) }
    #expect(values == [5])
    cancellable.cancel()
  }
}
