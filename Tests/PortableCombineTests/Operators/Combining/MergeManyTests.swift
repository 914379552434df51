import PlayheadTestEnvironment
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct MergeManyTests {
  typealias Recorder = RecordingSubscriber<Int, Never>

  @Test func sendsTheValuesOfAllAsTheyCome() {
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = Recorder()
    Publishers.MergeMany(subjects).subscribe(recorder)
    for (value, subject) in zip(1..., [2, 0, 1, 0].map { subjects[$0] }) { subject.send(value) }
    #expect(recorder.history.first == .subscription(description: "Merge"))
    #expect(recorder.values == [1, 2, 3, 4])
  }

  @Test func asksEachForOneWhileTheDemandIsLimited() {
    let probes = (0..<2).map { ProbePublisher<Int, Never>([$0, $0 + 10]) }
    let recorder = Recorder(asking: .max(1))
    Publishers.MergeMany(probes).subscribe(recorder)
    #expect(probes.map { $0.requests } == [[.max(1)], [.max(1)]])
    recorder.request(.unlimited)
    #expect(recorder.values.sorted() == [0, 1, 10, 11])
    #expect(probes.allSatisfy { $0.requests.contains(.unlimited) })
  }

  @Test func aNestedCompletionFollowsTheValuesThatWait() {
    let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = Recorder { _, value in
      if value == 1 {
        inAnotherThread {
          subjects[1].send(2)
          subjects[1].send(completion: .finished)
        }
        subjects[0].send(completion: .finished)
      }
      return .none
    }
    Publishers.MergeMany(subjects).subscribe(recorder)
    subjects[0].send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func finishesWithTheLast() {
    let first = PassthroughSubject<Int, Never>()
    let second = PassthroughSubject<Int, Never>()
    let recorder = Recorder()
    Publishers.MergeMany(first, second).subscribe(recorder)
    first.send(completion: .finished)
    #expect(recorder.completion == nil)
    second.send(completion: .finished)
    #expect(recorder.isFinished)
  }

  @Test func mergesManyWithoutOverflowingTheStack() {
    let recorder = Recorder(asking: .max(1)) { _, _ in .max(1) }
    let count = TestEffort.rounds(100_001)
    Publishers.MergeMany((0..<count).map { Just($0) }).subscribe(recorder)
    #expect(recorder.values.count == count)
    #expect(recorder.isFinished)
  }

  @Test func takesOneMore() {
    let recorder = Recorder()
    Publishers.MergeMany(Just(1)).merge(with: Just(2)).subscribe(recorder)
    #expect(recorder.values == [1, 2])
  }

  @Test func asksFromInsideTheDeliveryWithoutOverflowingTheStack() {
    let recorder = Recorder(asking: .none) { recorder, _ in
      recorder.request(.max(1))
      return .none
    }
    let count = TestEffort.rounds(100_001)
    Publishers.MergeMany((0..<count).map { Just($0) }).subscribe(recorder)
    recorder.request(.max(1))
    #expect(recorder.values == Array(0..<count))
    #expect(recorder.isFinished)
  }

  @Test func aValueThatWaitsIsNotOvertaken() {
    let probes = [ProbePublisher<Int, Never>([0]), ProbePublisher<Int, Never>([1, 2, 3])]
    let recorder = Recorder(asking: .max(1))
    Publishers.MergeMany(probes).subscribe(recorder)
    #expect(recorder.values == [0])
    recorder.request(.unlimited)
    #expect(recorder.values == [0, 1, 2, 3])
  }
}
