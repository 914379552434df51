import CombineToolkit
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ReduceLatestTests {
  private struct Latest: Equatable {
    let a: Int?
    let b: String?
    let c: Bool?

    init(_ a: Int?, _ b: String?, _ c: Bool?) { (self.a, self.b, self.c) = (a, b, c) }
  }

  private struct Failure: Error, Equatable {}

  private let a = PassthroughSubject<Int, Failure>()
  private let b = PassthroughSubject<String, Failure>()
  private let c = PassthroughSubject<Bool, Failure>()

  private func record(
    asking demand: Subscribers.Demand = .unlimited
  ) -> RecordingSubscriber<Latest, Failure> {
    let recorder = RecordingSubscriber<Latest, Failure>(asking: demand)
    a.reduceLatest(b, c) { Latest($0, $1, $2) }.subscribe(recorder)
    return recorder
  }

  /// The sequence of events in Shareup's article.
  @Test func publishesAsSoonAsAnyPublisherHasAValue() {
    let recorder = record()
    a.send(1)
    a.send(2)
    b.send("A")
    c.send(false)
    c.send(completion: .finished)
    c.send(true)
    b.send("B")
    #expect(
      recorder.values == [
        Latest(1, nil, nil), Latest(2, nil, nil), Latest(2, "A", nil), Latest(2, "A", false),
        Latest(2, "B", false),
      ])
    #expect(recorder.completion == nil)
    a.send(completion: .finished)
    b.send(completion: .finished)
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func earlyDemandIsServedByTheFirstValue() {
    let recorder = record(asking: .max(1))
    #expect(recorder.values.isEmpty)
    b.send("A")
    #expect(recorder.values == [Latest(nil, "A", nil)])
  }

  @Test func withoutDemandOnlyTheLatestValuesAreKept() {
    let recorder = record(asking: .none)
    a.send(1)
    b.send("A")
    a.send(2)
    #expect(recorder.values.isEmpty)
    recorder.request(.max(2))
    #expect(recorder.values == [Latest(2, "A", nil)])
    c.send(true)
    c.send(false)
    #expect(recorder.values.last == Latest(2, "A", true))
    recorder.request(.max(1))
    #expect(recorder.values.last == Latest(2, "A", false))
    recorder.request(.max(1))
    #expect(recorder.values.count == 3)
  }

  @Test func completionWaitsForThePendingValue() {
    let recorder = record(asking: .none)
    a.send(1)
    a.send(completion: .finished)
    b.send(completion: .finished)
    c.send(completion: .finished)
    #expect(recorder.completion == nil)
    recorder.request(.max(1))
    #expect(recorder.values == [Latest(1, nil, nil)])
    #expect(recorder.isFinished)
  }

  @Test func aPublisherMayFinishImmediately() {
    let recorder = RecordingSubscriber<Latest, Never>()
    let b = PassthroughSubject<String, Never>()
    Just(1).reduceLatest(b, Just(true)) { Latest($0, $1, $2) }.subscribe(recorder)
    b.send("A")
    b.send(completion: .finished)
    #expect(
      recorder.values == [Latest(1, nil, nil), Latest(1, nil, true), Latest(1, "A", true)])
    #expect(recorder.isFinished)
  }

  @Test func failsWithTheFirstFailureAndCancelsTheOthers() {
    let probes = (0..<3).map { _ in ProbePublisher<Int, Failure>() }
    let recorder = RecordingSubscriber<Int, Failure>(asking: .none)
    probes[0].reduceLatest(probes[1], probes[2]) { a, _, _ in a ?? 0 }.subscribe(recorder)
    probes[0].send(1)
    probes[1].send(completion: .failure(Failure()))
    #expect(recorder.completion == .failure(Failure()))
    #expect(probes.map { $0.cancellations } == [1, 0, 1])
    probes[0].send(2)
    recorder.request(.max(1))
    #expect(recorder.values.isEmpty)
    #expect(recorder.violations.isEmpty)
  }

  @Test func aFailureCancelsTheOthersBeforeItIsPassedOn() {
    var events: [String] = []
    let other = a.handleEvents(receiveCancel: { events.append("cancelled") })
    let sink = other.reduceLatest(b) { Latest($0, $1, nil) }.sink(
      receiveCompletion: { _ in events.append("completed") }, receiveValue: { _ in })
    b.send(completion: .failure(Failure()))
    sink.cancel()
    #expect(events == ["cancelled", "completed"])
  }

  @Test func requestsUnlimitedDemandAtSubscription() {
    let probes = (0..<2).map { _ in ProbePublisher<Int, Never>() }
    let recorder = RecordingSubscriber<Int, Never>(asking: .none)
    probes[0].reduceLatest(probes[1]) { ($0 ?? 0) + ($1 ?? 0) }.subscribe(recorder)
    #expect(probes.map { $0.requests } == [[.unlimited], [.unlimited]])
  }

  @Test func cancellingEndsValuesAndReleasesThem() {
    let a = PassthroughSubject<Canary, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(asking: .none)
    a.reduceLatest(b) { _, b in b ?? 0 }.subscribe(recorder)
    let isReleased = Canary.watched { a.send($0) }
    #expect(!isReleased())
    recorder.cancel()
    #expect(isReleased())
    b.send(1)
    recorder.request(.unlimited)
    #expect(recorder.values.isEmpty)
  }

  /// A replaced value is released outside the lock, so its `deinit` may send another value.
  @Test func aReplacedValueMaySendWhenItIsReleased() {
    let a = PassthroughSubject<Canary, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    a.reduceLatest(b) { _, b in b ?? 0 }.subscribe(recorder)
    do {
      let canary = Canary()
      canary.onRelease = { b.send(7) }
      a.send(canary)
    }
    a.send(Canary())
    #expect(recorder.values.suffix(1) == [7])
    #expect(recorder.violations.isEmpty)
  }

  @Test func acceptsTwoOrFourPublishers() {
    var two: [[Int?]] = []
    var four: [[Int?]] = []
    let first = CurrentValueSubject<Int, Never>(1)
    let second = PassthroughSubject<Int, Never>()
    let cancellables = [
      first.reduceLatest(second) { [$0, $1] }.sink { two.append($0) },
      first.reduceLatest(second, Just(3), Empty<Int, Never>()) { [$0, $1, $2, $3] }
        .sink { four.append($0) },
    ]
    second.send(2)
    #expect(two == [[1, nil], [1, 2]])
    #expect(four == [[1, nil, nil, nil], [1, nil, 3, nil], [1, 2, 3, nil]])
    for cancellable in cancellables { cancellable.cancel() }
  }

  @Test func acceptsAnyNumberOfPublishersOfAnyTypes() {
    let number = PassthroughSubject<Int, Never>()
    let text = PassthroughSubject<String, Never>()
    var lines: [String] = []
    let cancellable = Publishers.ReduceLatestMany(
      number, text, Just(1.5), Just(true), number.map { [$0] }, Empty<Character, Never>()
    ) { number, text, ratio, flag, list, letter in
      let parts: [Any?] = [number, text, ratio, flag, list, letter]
      return parts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
    }.sink { lines.append($0) }
    text.send("A")
    number.send(1)
    #expect(
      lines == [
        "- - 1.5 - - -", "- - 1.5 true - -", "- A 1.5 true - -", "1 A 1.5 true - -",
        "1 A 1.5 true [1] -",
      ])
    cancellable.cancel()
  }

  @Test func withoutPublishersItFinishes() {
    let recorder = RecordingSubscriber<Int, Never>()
    Publishers.ReduceLatestMany<Int, Never>(transform: { 1 }).subscribe(recorder)
    #expect(recorder.values.isEmpty)
    #expect(recorder.isFinished)
  }
}
