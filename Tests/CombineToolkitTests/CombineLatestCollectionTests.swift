import CombineToolkit
import Glibc
import PlayheadTestEnvironment
import PlayheadTesting
import PortableCombine
import Testing

@Suite struct CombineLatestCollectionTests {
  private struct Failure: Error, Equatable {}
  private struct Switch { var isOn: Bool }
  private final class Button { var isEnabled = false }

  /// The example of Daniel Tull's article.
  @Test func threeSwitchesEnableAButton() {
    let switches = (0..<3).map { _ in CurrentValueSubject<Switch, Never>(Switch(isOn: false)) }
    let button = Button()
    let cancellable = switches.combineLatest
      .map { $0.allSatisfy { $0.isOn } }
      .assign(to: \.isEnabled, on: button)
    #expect(!button.isEnabled)
    for subject in switches {
      #expect(!button.isEnabled)
      subject.send(Switch(isOn: true))
    }
    #expect(button.isEnabled)
    switches[1].send(Switch(isOn: false))
    #expect(!button.isEnabled)
    cancellable.cancel()
  }

  @Test func waitsForEachThenSendsEachChange() {
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = RecordingSubscriber<[Int], Never>()
    CombineLatestCollection(subjects).subscribe(recorder)
    subjects[2].send(3)
    subjects[0].send(0)
    subjects[0].send(1)
    #expect(recorder.values.isEmpty)
    subjects[1].send(2)
    subjects[2].send(4)
    #expect(recorder.values == [[1, 2, 3], [1, 2, 4]])
  }

  @Test func acceptsAnyCollection() {
    let recorder = RecordingSubscriber<[Int], Never>()
    ["a": Just(1), "b": Just(2)].values.combineLatest.map { $0.sorted() }.subscribe(recorder)
    #expect(recorder.values == [[1, 2]])
    #expect(recorder.isFinished)
  }

  @Test func demandIsServedWithTheNewestValues() {
    let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = RecordingSubscriber<[Int], Never>(asking: .max(1))
    subjects.combineLatest.subscribe(recorder)
    for value in 1...5 { for subject in subjects { subject.send(value) } }
    #expect(recorder.values == [[1, 1]])
    for subject in subjects { subject.send(completion: .finished) }
    recorder.request(.max(5))
    #expect(recorder.values == [[1, 1], [5, 5]])
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func aSubscriberReceivesTheLastStateAlsoOfWhatItSends() {
    let subjects = [CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0)]
    var collected: [[Int]] = []
    let collecting = subjects.combineLatest.sink { values in
      collected.append(values)
      if values == [1, 0] { subjects[1].send(2) }
    }
    var reduced: [[Int?]] = []
    let reducing = subjects[0].reduceLatest(subjects[1]) { [$0, $1] }.sink { values in
      reduced.append(values)
      if values == [3, 2] { subjects[1].send(4) }
    }
    subjects[0].send(1)
    subjects[0].send(3)
    #expect(collected == [[0, 0], [1, 0], [1, 2], [3, 2], [3, 4]])
    #expect(reduced.contains([3, 2]) && reduced.last == [3, 4])
    collecting.cancel()
    reducing.cancel()
  }

  @Test func finishesWhenAllHaveFinished() {
    let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = RecordingSubscriber<[Int], Never>()
    subjects.combineLatest.subscribe(recorder)
    subjects[0].send(1)
    subjects[0].send(completion: .finished)
    subjects[1].send(2)
    subjects[1].send(3)
    #expect(recorder.completion == nil)
    subjects[1].send(completion: .finished)
    #expect(recorder.values == [[1, 2], [1, 3]])
    #expect(recorder.isFinished)
  }

  @Test func failsWithTheFirstAndCancelsTheOthers() {
    let probes = (0..<3).map { _ in ProbePublisher<Int, Failure>() }
    let recorder = RecordingSubscriber<[Int], Failure>()
    probes.combineLatest.subscribe(recorder)
    probes[1].send(completion: .failure(Failure()))
    #expect(recorder.completion == .failure(Failure()))
    #expect(probes.map { $0.cancellations } == [1, 0, 1])
  }

  @Test func cancellingCancelsAllPublishers() {
    let probes = (0..<3).map { _ in ProbePublisher<Int, Failure>() }
    let recorder = RecordingSubscriber<[Int], Failure>(asking: .none)
    probes.combineLatest.subscribe(recorder)
    #expect(probes.map { $0.requests } == [[.unlimited], [.unlimited], [.unlimited]])
    recorder.cancel()
    #expect(probes.map { $0.cancellations } == [1, 1, 1])
  }

  @Test func withoutPublishersItFinishesWithoutAValue() {
    let recorder = RecordingSubscriber<[Int], Never>()
    [Just<Int>]().combineLatest.subscribe(recorder)
    #expect(recorder.values.isEmpty)
    #expect(recorder.isFinished)
  }

  @Test func deliversOnTheThreadThatSends() async {
    let subjects = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    var threads: [UInt] = []
    let cancellable = subjects.combineLatest.sink { _ in threads.append(pthread_self()) }
    subjects[0].send(1)
    subjects[1].send(2)
    #expect(threads == [pthread_self()])
    cancellable.cancel()
  }

  @Test func combinesManyWithoutOverflowingTheStack() {
    let count = TestEffort.rounds(100_001)
    let recorder = RecordingSubscriber<[Int], Never>()
    (0..<count).map { Just($0) }.combineLatest.subscribe(recorder)
    #expect(recorder.values.map { $0.count } == [count])
    #expect(recorder.values.first?.last == count - 1)
    #expect(recorder.isFinished)
  }

  @Test func cancelsManyWithoutOverflowingTheStack() {
    let subjects = (0..<100_001).map { _ in PassthroughSubject<Int, Never>() }
    let cancellable = subjects.combineLatest.sink { _ in Issue.record("A value is missing.") }
    cancellable.cancel()
  }

  @Test func aReplacedValueMaySendWhenItIsReleased() {
    let subjects = (0..<2).map { _ in PassthroughSubject<Canary, Never>() }
    let recorder = RecordingSubscriber<Int, Never>()
    subjects.combineLatest.map { $0.count }.subscribe(recorder)
    do {
      let canary = Canary()
      canary.onRelease = { subjects[1].send(Canary()) }
      subjects[0].send(canary)
    }
    // The release of the replaced value sends a value of the second subject, so there is one of
    // each.
    subjects[0].send(Canary())
    #expect(recorder.values == [2])
    #expect(recorder.violations.isEmpty)
  }
}
