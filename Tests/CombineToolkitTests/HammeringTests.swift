import CombineToolkit
import Dispatch
import PlayheadLocking
import PlayheadTesting
import PortableCombine
import Testing

/// Use from several threads at once. The tests check invariants that hold in any order of events;
/// built for ThreadSanitizer they also detect races.
@Suite struct HammeringTests {
  /// A value that several threads share.
  ///
  /// Unchecked because the values are safe to use from any thread, although their types are not
  /// `Sendable`.
  private struct Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private static let each = 2_000

  @Test func reduceLatestEndsWithTheLatestOfEachPublisher() {
    let subjects = Shared((0..<3).map { _ in PassthroughSubject<Int, Never>() })
    let recorder = RecordingSubscriber<[Int?], Never>(asking: .max(1)) { _, _ in .max(1) }
    subjects.value[0].reduceLatest(subjects.value[1], subjects.value[2]) { [$0, $1, $2] }
      .subscribe(recorder)
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      for number in 1...Self.each { subjects.value[index].send(number) }
      subjects.value[index].send(completion: .finished)
    }
    #expect(recorder.values.last == [Self.each, Self.each, Self.each])
    #expect(recorder.values.allSatisfy { $0.count == 3 })
    // The values of each publisher arrive in order.
    for place in 0..<3 {
      let column = recorder.values.map { $0[place] ?? 0 }
      #expect(zip(column, column.dropFirst()).allSatisfy { $0 <= $1 })
    }
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func requestsFromAnotherThreadGetTheNewestValues() {
    let subjects = Shared((0..<3).map { _ in PassthroughSubject<Int, Never>() })
    let recorder = Shared(RecordingSubscriber<[Int], Never>(asking: .none))
    subjects.value.combineLatest.subscribe(recorder.value)
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      for number in 1...Self.each {
        if index < 3 {
          subjects.value[index].send(number)
        } else if number % 10 == 0 {
          recorder.value.request(.max(1))
        }
      }
    }
    for subject in subjects.value { subject.send(completion: .finished) }
    recorder.value.request(.max(1))
    #expect(recorder.value.values.last == [Self.each, Self.each, Self.each])
    #expect(recorder.value.isFinished)
    #expect(recorder.value.violations.isEmpty)
  }

  @Test func cancellingWhileValuesAreSentIsSafe() {
    for _ in 0..<100 {
      let subjects = Shared((0..<3).map { _ in PassthroughSubject<Int, Never>() })
      let reduced = Shared(
        subjects.value[0].reduceLatest(subjects.value[1], subjects.value[2]) { a, _, _ in a }
          .sink { _ in })
      let collected = Shared(subjects.value.combineLatest.sink { _ in })
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        if index == 3 {
          reduced.value.cancel()
          collected.value.cancel()
        } else {
          for number in 0..<50 { subjects.value[index].send(number) }
        }
      }
    }
  }

  @Test func aTriggerServesEveryThread() {
    let trigger = Shared(SignalTrigger())
    let heard = Locked(0)
    let signal = trigger.value.signal(activatedBy: "it")
    let cancellable = signal.sink { heard.withLock { $0 += 1 } }
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      for number in 0..<Self.each {
        trigger.value.activate(for: "it")
        trigger.value.activate(for: number)
        if number % 100 == 0 { trigger.value.signal(activatedBy: index).sink { _ in }.cancel() }
      }
    }
    cancellable.cancel()
    #expect(heard.withLock { $0 } == 4 * Self.each)
  }

  @Test func pagesArriveInOrderWhicheverThreadRequestsThem() {
    let trigger = Shared(SignalTrigger())
    let recorder = RecordingSubscriber<Int, Never>()
    PagedList(startingAt: 0) { Just(ListPage(items: $0, next: $0 + 1)) }
      .paginated(by: trigger.value.signal(activatedBy: 0)).subscribe(recorder)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<Self.each { trigger.value.activate(for: 0) }
    }
    #expect(recorder.values.count > 1)
    #expect(recorder.values == Array(0..<recorder.values.count))
    recorder.cancel()
    #expect(recorder.violations.isEmpty)
  }

  @Test func repeatedPublishingFromSeveralThreadsIsSafe() {
    let signals = Shared((0..<3).map { _ in PassthroughSubject<Void, Never>() })
    let values = Shared(PassthroughSubject<Int, Never>())
    let recorder = RecordingSubscriber<Int, Never>()
    let merged = Publishers.MergeMany(signals.value)
    Publishers.PublishAndRepeat(onOutputFrom: merged) { values.value }.subscribe(recorder)
    let awakened = RecordingSubscriber<Int, Never>()
    values.value.wait(untilOutputFrom: merged).subscribe(awakened)
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      for number in 0..<Self.each {
        if index < 3 { signals.value[index].send(()) } else { values.value.send(number) }
      }
    }
    values.value.send(-1)
    #expect(recorder.values.last == -1)
    #expect(awakened.values.last == -1)
    recorder.cancel()
    awakened.cancel()
    #expect(recorder.violations.isEmpty)
    #expect(awakened.violations.isEmpty)
  }
}
