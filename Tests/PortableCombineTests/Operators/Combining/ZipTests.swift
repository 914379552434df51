import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ZipTests {
  struct Failure: Error, Equatable {}
  typealias Recorder = RecordingSubscriber<String, Failure>
  typealias Probe = ProbePublisher<Int, Failure>

  @Test func joinsTheFirstValuesTheSecondAndSoOn() {
    let first = PassthroughSubject<Int, Failure>()
    let second = PassthroughSubject<String, Failure>()
    let recorder = Recorder()
    first.zip(second) { "\($0)\($1)" }.subscribe(recorder)
    first.send(1)
    first.send(2)
    second.send("a")
    #expect(recorder.history.first == .subscription(description: "Zip"))
    #expect(recorder.values == ["1a"])
    second.send("b")
    #expect(recorder.values == ["1a", "2b"])
  }

  /// A publisher that sends without being asked, and records what happens to its subscription.
  private final class Pushing: Publisher, Subscription {
    typealias Output = Int
    typealias Failure = ZipTests.Failure

    private(set) var entries: [String] = []
    private var subscriber: AnySubscriber<Int, Failure>?

    func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Failure, S.Input == Int {
      self.subscriber = AnySubscriber(subscriber)
      subscriber.receive(subscription: self)
    }

    func send(_ values: Int...) { for value in values { _ = subscriber?.receive(value) } }
    func finish() { subscriber?.receive(completion: .finished) }
    func request(_ demand: Subscribers.Demand) { entries.append("request \(demand)") }
    func cancel() { entries.append("cancel") }
  }

  @Test func aPublisherIsNotAskedAfterTheLastTupleCancelledIt() {
    let (first, second) = (Pushing(), Pushing())
    let recorder = Recorder(asking: .none)
    first.zip(second) { "\($0) \($1)" }.subscribe(recorder)
    first.send(1, 2)
    second.send(3, 4, 5)
    first.finish()
    recorder.request(.max(9))
    #expect(recorder.values == ["1 3", "2 4"])
    #expect(recorder.isFinished)
    #expect(second.entries == ["cancel"])
  }

  @Test func aPublisherIsNotAskedAfterTheSubscriberCancelledIt() {
    let (first, second) = (Pushing(), Pushing())
    let recorder = Recorder(asking: .none) { recorder, _ in
      recorder.cancel()
      return .max(1)
    }
    first.zip(second) { "\($0) \($1)" }.subscribe(recorder)
    first.send(1)
    second.send(2)
    recorder.request(.max(9))
    #expect(recorder.values == ["1 2"])
    #expect(first.entries == ["cancel"])
    #expect(second.entries == ["cancel"])
  }

  @Test func aPublisherThatSubscribesLateIsAskedForTheTotalOnce() {
    let scheduler = ManualScheduler()
    let probes = [Probe(Array(1...9)), Probe(Array(1...9))]
    var counts = [0, 0]
    let recorder = Recorder(asking: .max(2)) { _, value in value == "1 1" ? .max(1) : .none }
    probes[0].handleEvents(receiveOutput: { _ in counts[0] += 1 })
      .zip(
        probes[1].handleEvents(receiveOutput: { _ in counts[1] += 1 }).subscribe(on: scheduler)
      ) { "\($0) \($1)" }
      .subscribe(recorder)
    recorder.request(.max(1))
    scheduler.clock.advance(by: .seconds(1))
    recorder.request(.max(1))
    scheduler.clock.advance(by: .seconds(1))
    #expect(recorder.values == ["1 1", "2 2", "3 3", "4 4", "5 5"])
    #expect(counts == [5, 5])
  }

  @Test func joinsThreeAndFour() {
    var lists: [[Int]] = []
    _ = Just(1).zip(Just(2), Just(3)).sink { lists.append([$0, $1, $2]) }
    _ = Just(1).zip(Just(2), Just(3), Just(4)).sink { lists.append([$0, $1, $2, $3]) }
    var sums: [Int] = []
    _ = Just(1).zip(Just(2), Just(3)) { $0 + $1 + $2 }.sink { sums.append($0) }
    _ = Just(1).zip(Just(2), Just(3), Just(4)) { $0 + $1 + $2 + $3 }.sink { sums.append($0) }
    #expect(lists == [[1, 2, 3], [1, 2, 3, 4]])
    #expect(sums == [6, 10])
  }

  @Test func finishesWithTheOneWhoseValuesAreAllSent() {
    let probes = [Probe([1, 2], completion: .finished), Probe([3])]
    let recorder = Recorder()
    probes[0].zip(probes[1]) { "\($0) \($1)" }.subscribe(recorder)
    #expect(recorder.values == ["1 3"])
    #expect(recorder.completion == nil)
    probes[1].send(4)
    #expect(recorder.values == ["1 3", "2 4"])
    #expect(recorder.isFinished)
    #expect(probes[1].cancellations == 1)
  }

  @Test func aRequestGoesToAll() {
    let probes = [Probe([1, 2, 3]), Probe([4, 5, 6])]
    let recorder = Recorder(asking: .max(2))
    probes[0].zip(probes[1]) { "\($0) \($1)" }.subscribe(recorder)
    #expect(probes.map(\.requests) == [[.max(2)], [.max(2)]])
    #expect(recorder.values == ["1 4", "2 5"])
  }

  @Test func whatWasSentUnaskedWaitsForTheDemand() {
    // A publisher that ignores demand.
    let rude = Rude([1, 2, 3])
    let probe = Probe([4, 5, 6], completion: .finished)
    let recorder = Recorder(asking: .none)
    rude.setFailureType(to: Failure.self).zip(probe) { "\($0) \($1)" }.subscribe(recorder)
    recorder.request(.max(1))
    recorder.request(.max(2))
    #expect(recorder.values == ["1 4", "2 5", "3 6"])
    #expect(recorder.isFinished)
    #expect(recorder.violations == [])
  }

  @Test func aFailureCancelsTheOther() {
    let probes = [Probe([1]), Probe()]
    let recorder = Recorder()
    probes[0].zip(probes[1]) { "\($0) \($1)" }.subscribe(recorder)
    probes[1].send(completion: .failure(Failure()))
    #expect(recorder.completion == .failure(Failure()))
    #expect(probes[0].cancellations == 1)
  }

  @Test func cancellingReleasesWhatWaits() {
    let subject = PassthroughSubject<Canary, Never>()
    let cancellable = subject.zip(PassthroughSubject<Int, Never>()).sink { _ in }
    let isReleased = Canary.watched { subject.send($0) }
    #expect(!isReleased())
    cancellable.cancel()
    #expect(isReleased())
  }

  /// Sends its values at the subscription, regardless of demand.
  private struct Rude: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let values: [Int]

    init(_ values: [Int]) { self.values = values }

    func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Never {
      subscriber.receive(subscription: Subscriptions.empty)
      for value in values { _ = subscriber.receive(value) }
      subscriber.receive(completion: .finished)
    }
  }
}
