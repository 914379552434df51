import PlayheadTestEnvironment
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct FlatMapTests {
  struct Failure: Error, Equatable {}
  typealias Probe = ProbePublisher<Int, Failure>
  typealias Recorder = RecordingSubscriber<Int, Failure>

  @Test func asksForUnlimitedPublishersOnce() {
    let upstream = Probe([0, 1, 2])
    let inner = (0..<3).map { Probe([$0, $0 + 10], completion: .finished) }
    let recorder = Recorder()
    upstream.flatMap { inner[$0] }.subscribe(recorder)
    #expect(upstream.requests == [.unlimited])
    #expect(inner.allSatisfy { $0.requests == [.unlimited] })
    #expect(recorder.values == [0, 10, 1, 11, 2, 12])
    #expect(recorder.history.first == .subscription(description: "FlatMap"))
  }

  @Test func asksForOneMorePublisherWhenOneHasFinished() {
    let upstream = Probe([0, 1, 2])
    let inner = (0..<3).map { _ in Probe() }
    let recorder = Recorder()
    upstream.flatMap(maxPublishers: .max(2)) { inner[$0] }.subscribe(recorder)
    #expect(upstream.requests == [.max(2)])
    #expect(inner.map(\.isSubscribed) == [true, true, false])
    inner[0].send(completion: .finished)
    #expect(upstream.requests == [.max(2), .max(1)])
    #expect(inner.map(\.isSubscribed) == [false, true, true])
  }

  @Test func underLimitedDemandEachPublisherIsAskedForOne() {
    let upstream = Probe([0, 1])
    let inner = (0..<2).map { Probe([$0, $0 + 10], completion: .finished) }
    let recorder = Recorder(asking: .max(1))
    upstream.flatMap { inner[$0] }.subscribe(recorder)
    #expect(recorder.values == [0])
    #expect(inner[1].requests == [.max(1)])
    recorder.request(.max(2))
    #expect(recorder.values.count == 3)
    recorder.request(.max(1))
    #expect(recorder.values.sorted() == [0, 1, 10, 11])
    #expect(recorder.violations == [])
  }

  @Test func keepsOneValueForEachPlaceWhateverTheUpstreamHas() {
    let upstream = Probe(Array(0..<100))
    let recorder = Recorder(asking: .none)
    upstream.flatMap(maxPublishers: .max(3)) { Just($0).setFailureType(to: Failure.self) }
      .subscribe(recorder)
    #expect(upstream.requests == [.max(3)])
    recorder.request(.max(10))
    #expect(recorder.values == Array(0..<10))
    #expect(upstream.requests.count == 11)
  }

  @Test func aValueThatWaitsIsNotOvertaken() {
    let upstream = Probe([0])
    let inner = Probe([1, 2, 3], completion: .finished)
    let recorder = Recorder(asking: .none)
    upstream.flatMap { _ in inner }.subscribe(recorder)
    recorder.request(.unlimited)
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func finishesWithTheLast() {
    let upstream = Probe([0])
    let inner = Probe()
    let recorder = Recorder()
    upstream.flatMap { _ in inner }.subscribe(recorder)
    upstream.send(completion: .finished)
    #expect(recorder.completion == nil)
    inner.send(completion: .finished)
    #expect(recorder.isFinished)
  }

  @Test func aFailureOfAnyCancelsAll() {
    let upstream = Probe([0, 1])
    let inner = [Probe(), Probe()]
    let recorder = Recorder()
    upstream.flatMap { inner[$0] }.subscribe(recorder)
    inner[1].send(completion: .failure(Failure()))
    #expect(recorder.completion == .failure(Failure()))
    #expect(upstream.cancellations == 1)
    #expect(inner.map(\.cancellations) == [1, 0])

    let other = [Probe([0]), Probe()]
    let second = Recorder()
    other[0].flatMap { _ in other[1] }.subscribe(second)
    other[0].send(completion: .failure(Failure()))
    #expect(second.completion == .failure(Failure()))
    #expect(other.map(\.cancellations) == [0, 1])
  }

  @Test func oneHundredThousandPublishersDoNotOverflowTheStack() {
    var sum = 0
    let count = TestEffort.rounds(100_001)
    _ = (0..<count).publisher.flatMap { Just($0) }.sink { sum += $0 }
    #expect(sum == (count - 1) * count / 2)
    let recorder = RecordingSubscriber<Int, Never>(asking: .none) { recorder, _ in
      recorder.request(.max(1))
      return .none
    }
    (0..<count).publisher.flatMap { Just($0) }.subscribe(recorder)
    recorder.request(.max(1))
    #expect(recorder.values.count == count)
    #expect(recorder.isFinished)
  }

  @Test func failuresOfNeverGoTogetherWithOthers() {
    var events: [Int] = []
    let failing = PassthroughSubject<Int, Failure>()
    let first = failing.flatMap { Just($0) }
      .sink(receiveCompletion: { _ in events.append(-1) }, receiveValue: { events.append($0) })
    failing.send(1)
    failing.send(completion: .failure(Failure()))
    let second = Just(2).flatMap { _ in Fail<Int, Failure>(error: Failure()) }
      .sink(receiveCompletion: { _ in events.append(-2) }, receiveValue: { events.append($0) })
    #expect(events == [1, -1, -2])
    first.cancel()
    second.cancel()
  }
}
