import PlayheadTesting
import PortableCombine
import Testing

@Suite struct SearchingTests {
  typealias Probe = ProbePublisher<Int, Never>

  @Test func containsEndsWithTheValue() {
    let probe = Probe([1, 2, 3])
    let recorder = probe.contains(2).recorded()
    #expect(
      recorder.history == [
        .subscription(description: "Contains"), .value(true), .completion(.finished),
      ])
    #expect(probe.cancellations == 1)
    #expect(Probe([1], completion: .finished).contains(2).recorded().values == [false])
  }

  @Test func containsWhereEndsWithTheValue() {
    let probe = Probe([1, 2, 3])
    #expect(probe.contains { $0 > 1 }.recorded().values == [true])
    #expect(probe.cancellations == 1)
    #expect(Probe([1], completion: .finished).contains { $0 > 1 }.recorded().values == [false])
    #expect(
      Probe([1], completion: .finished).tryContains { $0 == 1 }.recorded().values == [true])
  }

  @Test func allSatisfyEndsWithTheFirstThatDoesNot() {
    let probe = Probe([1, 2, 3])
    #expect(probe.allSatisfy { $0 < 2 }.recorded().values == [false])
    #expect(probe.cancellations == 1)
    #expect(Probe([], completion: .finished).allSatisfy { $0 < 2 }.recorded().values == [true])
    #expect(Probe([1], completion: .finished).tryAllSatisfy { $0 < 2 }.recorded().values == [true])
  }

  @Test func theResultWaitsUntilItIsAskedFor() {
    let probe = Probe([1, 2, 3])
    let recorder = probe.first().recorded(asking: .none)
    #expect(probe.requests == [.unlimited])
    #expect(probe.cancellations == 1)
    #expect(recorder.history == [.subscription(description: "First")])
    recorder.request(.max(1))
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
  }

  @Test func first() {
    #expect(Probe([1, 2, 3]).first { $0 > 1 }.recorded().values == [2])
    #expect(Probe([1, 2, 3]).tryFirst { $0 > 2 }.recorded().values == [3])
    let none = Probe([1], completion: .finished).first { $0 > 1 }.recorded()
    #expect(none.isFinished && none.values == [])
  }

  @Test func last() {
    #expect(Probe([1, 2, 3], completion: .finished).last().recorded().values == [3])
    #expect(Probe([1, 2, 3], completion: .finished).last { $0 < 3 }.recorded().values == [2])
    #expect(Probe([1, 2, 3], completion: .finished).tryLast { $0 < 2 }.recorded().values == [1])
    let none = Probe([], completion: .finished).last().recorded()
    #expect(none.isFinished && none.values == [])
  }

  @Test func anErrorCancelsTheUpstreamAndIsTheFailure() {
    let predicate: (Int) throws -> Bool = {
      try NamedError.thrown("two", if: $0 == 2, else: false)
    }
    func check<P: Publisher>(_ make: (Probe) -> P) where P.Failure == any Error {
      let probe = Probe([1, 2, 3])
      let recorder = make(probe).recorded()
      #expect(recorder.error == NamedError("two"), "\(P.self)")
      #expect(probe.cancellations == 1, "\(P.self)")
      #expect(recorder.violations.isEmpty)
    }
    check { $0.tryContains(where: predicate) }
    check { $0.tryAllSatisfy { try !predicate($0) } }
    check { $0.tryFirst(where: predicate) }
    check { $0.tryLast(where: predicate) }
  }

  @Test func aNestedValueAfterTheFirstIsIgnored() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never> { _, _ in
      subject.send(2)
      return .none
    }
    subject.first().subscribe(recorder)
    subject.send(1)
    #expect(recorder.values == [1])
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func withoutAResultItFinishesOnceItIsAsked() {
    let empty = Empty<Int, Never>()
    let reductions = [
      empty.first().eraseToAnyPublisher(), empty.last().eraseToAnyPublisher(),
      empty.min().eraseToAnyPublisher(), empty.max().eraseToAnyPublisher(),
    ]
    for reduction in reductions {
      let recorder = reduction.recorded(asking: .none)
      #expect(recorder.completion == nil)
      recorder.request(.max(1))
      #expect(recorder.isFinished)
      #expect(recorder.values == [])
    }
  }
}
