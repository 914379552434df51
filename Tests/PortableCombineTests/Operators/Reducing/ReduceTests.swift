import PlayheadTesting
import PortableCombine
import Testing

@Suite struct ReduceTests {
  typealias Probe = ProbePublisher<Int, Never>

  @Test func sendsTheTotalAtTheEnd() {
    let probe = Probe([1, 2, 3])
    let recorder = probe.reduce(0, +).recorded()
    #expect(recorder.values == [])
    probe.send(completion: .finished)
    #expect(
      recorder.history == [
        .subscription(description: "Reduce"), .value(6), .completion(.finished),
      ])
  }

  @Test func anErrorCancelsTheUpstreamAndIsTheFailure() {
    let probe = Probe([1, 2, 3])
    let recorder = probe.tryReduce(0) {
      try NamedError.thrown("two", if: $1 == 2, else: $0 + $1)
    }.recorded(asking: .none)
    #expect(recorder.error == NamedError("two"))
    #expect(probe.cancellations == 1)
  }

  @Test func cancellingBeforeItIsAskedForReleasesTheTotal() {
    let recorder = RecordingSubscriber<Canary, Never>(asking: .none)
    let probe = Probe([1], completion: .finished)
    let isReleased = Canary.watched { probe.reduce($0) { total, _ in total }.subscribe(recorder) }
    #expect(!isReleased())
    recorder.cancel()
    #expect(isReleased())
  }

  @Test func countsAndIgnores() {
    let probe = Probe([1, 2, 3], completion: .finished)
    #expect(probe.count().recorded().values == [3])
    #expect(Empty<Int, Never>().count().recorded().values == [0])
    let ignoring = Probe([1, 2], completion: .finished).ignoreOutput().recorded(asking: .none)
    #expect(ignoring.isFinished)
    #expect(
      ignoring.history == [.subscription(description: "IgnoreOutput"), .completion(.finished)])
  }

  @Test func greatestAndLeast() {
    #expect(Probe([1, 3, 2], completion: .finished).max().recorded().values == [3])
    #expect(Probe([2, 1, 3], completion: .finished).min().recorded().values == [1])
    #expect(
      Probe([1, -3], completion: .finished).max { abs($0) < abs($1) }.recorded().values == [-3])
    #expect(
      Probe([1, -3], completion: .finished).min { abs($0) < abs($1) }.recorded().values == [1])
    #expect(Probe([], completion: .finished).max().recorded().isFinished)
  }

  @Test(arguments: [true, false])
  func theOrderMayThrow(_ isMax: Bool) {
    let probe = Probe([1, 2, 3])
    let order: (Int, Int) throws -> Bool = {
      try NamedError.thrown("three", if: max($0, $1) == 3, else: $0 < $1)
    }
    let recorder = (isMax ? probe.tryMax(by: order) : probe.tryMin(by: order)).recorded()
    #expect(recorder.error == NamedError("three"))
    #expect(probe.cancellations == 1)
  }

  @Test func tryOrderFindsBoth() {
    #expect(Probe([1, 3, 2], completion: .finished).tryMax(by: <).recorded().values == [3])
    #expect(Probe([2, 1, 3], completion: .finished).tryMin(by: <).recorded().values == [1])
  }
}
