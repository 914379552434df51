import Foundation
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct CombineLatestTests {
  struct Failure: Error, Equatable {}
  typealias Recorder = RecordingSubscriber<String, Failure>
  typealias Probe = ProbePublisher<Int, Failure>

  @Test func sendsTheLatestOfBothOnceThereAreBoth() {
    let first = PassthroughSubject<Int, Failure>()
    let second = PassthroughSubject<String, Failure>()
    let recorder = Recorder()
    first.combineLatest(second) { "\($0)\($1)" }.subscribe(recorder)
    first.send(1)
    first.send(2)
    second.send("a")
    second.send("b")
    first.send(3)
    #expect(recorder.history.first == .subscription(description: "CombineLatest"))
    #expect(recorder.values == ["2a", "2b", "3b"])
    first.send(completion: .finished)
    second.send("c")
    #expect(recorder.completion == nil)
    second.send(completion: .finished)
    #expect(recorder.values.last == "3c")
    #expect(recorder.isFinished)
  }

  @Test func joinsThreeAndFour() {
    var triples: [[Int]] = []
    _ = Just(1).combineLatest(Just(2), Just(3)).sink { triples.append([$0, $1, $2]) }
    var sums: [Int] = []
    _ = Just(1).combineLatest(Just(2), Just(3)) { $0 + $1 + $2 }.sink { sums.append($0) }
    var quadruples: [[Int]] = []
    _ = Just(1).combineLatest(Just(2), Just(3), Just(4)).sink {
      quadruples.append([$0, $1, $2, $3])
    }
    _ = Just(1).combineLatest(Just(2), Just(3), Just(4)) { $0 + $1 + $2 + $3 }
      .sink { sums.append($0) }
    #expect(triples == [[1, 2, 3]])
    #expect(quadruples == [[1, 2, 3, 4]])
    #expect(sums == [6, 10])
  }

  @Test func aRequestGoesToAllAndSurplusValuesReplaceTheLatest() {
    let probes = [Probe(), Probe()]
    let recorder = Recorder(asking: .max(2))
    probes[0].combineLatest(probes[1]) { "\($0) \($1)" }.subscribe(recorder)
    #expect(probes.map(\.requests) == [[.max(2)], [.max(2)]])
    probes[0].send(1)
    probes[1].send(2)
    probes[1].send(3)
    probes[0].send(4)
    #expect(recorder.values == ["1 2", "1 3"])
    recorder.request(.max(1))
    #expect(probes.map(\.requests) == [[.max(2), .max(1)], [.max(2), .max(1)]])
    probes[1].send(5)
    #expect(recorder.values == ["1 2", "1 3", "4 5"])
    #expect(recorder.violations == [])
  }

  @Test func whatAValueReturnsIsAskedOfAll() {
    let probes = [Probe([1, 2, 3]), Probe([4, 5, 6])]
    let recorder = Recorder(asking: .max(1)) { _, _ in .max(1) }
    probes[0].combineLatest(probes[1]) { "\($0) \($1)" }.subscribe(recorder)
    #expect(recorder.values.last == "3 6")
    #expect(recorder.violations == [])
  }

  @Test(arguments: 2...4) func aValueSentInsideADeliveryIsOnlyStored(count: Int) {
    let subjects = (0..<count).map { _ in CurrentValueSubject<Int, Never>(0) }
    var events: [[Int]] = []
    let receive = { (values: [Int]) in
      events.append(values)
      for (value, subject) in zip(values, subjects) { subject.send(value + 1) }
      events.append([])
    }
    let sink =
      switch count {
      case 2: subjects[0].combineLatest(subjects[1]).sink { receive([$0, $1]) }
      case 3: subjects[0].combineLatest(subjects[1], subjects[2]).sink { receive([$0, $1, $2]) }
      default:
        subjects[0].combineLatest(subjects[1], subjects[2], subjects[3])
          .sink { receive([$0, $1, $2, $3]) }
      }
    #expect(events == [Array(repeating: 0, count: count), []])
    subjects[0].send(7)
    #expect(events.count == 4)
    #expect(events[2] == [7] + Array(repeating: 1, count: count - 1))
    sink.cancel()
  }

  /// A request inside a delivery is served, although its values also arrive inside the delivery.
  @Test func aValueRequestedInsideADeliveryMakesATuple() {
    // So many do not overflow the stack.
    let probe = Probe(Array(1...100_001))
    let subject = CurrentValueSubject<Int, Failure>(0)
    var subscription: (any Subscription)?
    var values: [Int] = []
    let subscriber = AnySubscriber<(Int, Int), Failure>(
      receiveSubscription: {
        subscription = $0
        $0.request(.max(1))
      },
      receiveValue: { value, _ in
        values.append(value)
        subscription?.request(.max(1))
        return .none
      }, receiveCompletion: { _ in })
    subject.combineLatest(probe).map { ($1, $0) }.subscribe(subscriber)
    #expect(values == Array(1...100_001))
    subscription?.cancel()
  }

  @Test func isConnectedBeforeItHandsOverItsSubscription() {
    let values = PassthroughSubject<Int, Never>()
    var events: [String] = []
    let upstream = values.handleEvents(receiveSubscription: { _ in events.append("connected") })
    let sink = upstream.combineLatest(upstream).zip(upstream.zip(upstream))
      .handleEvents(receiveSubscription: { _ in events.append("handed over") })
      .sink { _ in }
    #expect(events == Array(repeating: "connected", count: 4) + ["handed over"])
    sink.cancel()
  }

  @Test func anEndDuringTheConnectionFollowsTheSubscription() {
    let recorder = RecordingSubscriber<Int, Failure>()
    Fail<Int, Failure>(error: Failure()).combineLatest(Probe()) { first, _ in first }
      .subscribe(recorder)
    #expect(recorder.violations == [])
    #expect(recorder.completion == .failure(Failure()))
  }

  @Test func aFailureCancelsTheOther() {
    let probes = [Probe([1]), Probe()]
    let recorder = Recorder()
    probes[1].combineLatest(probes[0]) { "\($0) \($1)" }.subscribe(recorder)
    probes[0].send(completion: .failure(Failure()))
    #expect(recorder.completion == .failure(Failure()))
    #expect(probes[1].cancellations == 1)
    #expect(probes[0].cancellations == 0)
  }

  @Test func cancellingReleasesTheLatestValues() {
    let subject = PassthroughSubject<Canary, Never>()
    let other = PassthroughSubject<Int, Never>()
    let cancellable = subject.combineLatest(other).sink { _ in }
    let isReleased = Canary.watched { subject.send($0) }
    #expect(!isReleased())
    cancellable.cancel()
    #expect(isReleased())
  }

  @Test func aReplacedValueIsNotReleasedUnderTheLock() {
    let subject = PassthroughSubject<Canary, Never>()
    let other = CurrentValueSubject<Int, Never>(0)
    var seen: [Int] = []
    let cancellable = subject.combineLatest(other).sink { seen.append($1) }
    do {
      let canary = Canary()
      canary.onRelease = { other.send(7) }
      subject.send(canary)
    }
    subject.send(Canary())
    #expect(seen == [0, 0, 7])
    cancellable.cancel()
  }

  /// A tuple is sent while another thread requests values, and its delivery continues after that request.
  @Test func aValueRequestedInsideADeliveryMakesATupleAfterARequestOfAnotherThread() {
    nonisolated(unsafe) let probes = [Probe([1]), Probe([2, 3, 4])]
    let (isDelivering, isRequested) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let recorder = Recorder(asking: .max(1)) { recorder, value in
      guard value == "5 2" else { return .none }
      isDelivering.signal()
      isRequested.wait()
      recorder.request(.max(1))
      return .none
    }
    let isDelivered = DispatchSemaphore(value: 0)
    probes[0].combineLatest(
      probes[1].handleEvents(receiveRequest: { _ in
        guard recorder.values == ["1 2"] else { return }
        Thread.detachNewThread {
          probes[0].send(5)
          isDelivered.signal()
        }
        isDelivering.wait()
      })
    ) { "\($0) \($1)" }.subscribe(recorder)
    recorder.request(.max(1))
    isRequested.signal()
    isDelivered.wait()
    #expect(recorder.values == ["1 2", "5 2", "5 4"])
  }

  @Test func areEqualWhenTheirPublishersAre() {
    let publisher = Just(1).combineLatest(Just(2))
    #expect(publisher == Just(1).combineLatest(Just(2)))
    #expect(publisher != Just(1).combineLatest(Just(3)))
  }
}
