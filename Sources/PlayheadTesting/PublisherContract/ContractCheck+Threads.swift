import Dispatch
import PortableCombine

extension ContractCheck {
  /// The number of values per thread, and of threads.
  private static let each = 200
  private static let threadCount = 4

  static let threads = [
    ContractCheck("If several threads send, all values are delivered, one at a time.") { row in
      if row.upstreams == 0 { return [] }
      let hammered = Hammered(row)
      let recorder = Trial.Recorder()
      hammered.stream.subscribe(recorder)
      hammered.send(each, onThreads: threadCount)
      hammered.finish()
      let sent = each * threadCount
      if recorder.values.count != sent, row.exceptions.isDisjoint(with: [.changesCount]) {
        return recorder.violations + ["\(recorder.values.count) of \(sent) values were delivered."]
      }
      return recorder.violations
    },
    ContractCheck("Requests of many threads add up and are not exceeded.") { row in
      let recorder = Trial.Recorder(asking: .none)
      Trial(row).stream.subscribe(recorder)
      let shared = Shared(recorder)
      DispatchQueue.concurrentPerform(iterations: 3) { _ in shared.value.request(.max(1)) }
      let wanted = min(3, Trial.reference(row).values.count)
      if recorder.values.count != wanted, !row.exceptions.contains(.dependsOnDemand) {
        return recorder.violations + ["\(recorder.values.count) of 3 values were delivered."]
      }
      return recorder.violations
    },
    ContractCheck("A cancellation is safe beside requests and values of other threads.") { row in
      (0..<20).flatMap { _ in
        let hammered = Hammered(row)
        let sink = Subscribers.Sink<Int, ContractRow.Failure>(
          receiveCompletion: { _ in }, receiveValue: { _ in })
        let shared = Shared(sink)
        hammered.stream.subscribe(sink)
        DispatchQueue.concurrentPerform(iterations: 3) { index in
          if index == 0 { shared.value.cancel() } else { hammered.send(20, from: index) }
        }
        return [String]()
      }
    },
    ContractCheck("A value sent inside a delivery causes no deadlock and is not lost.") { row in
      if row.upstreams == 0 { return [] }
      let hammered = Hammered(row)
      var isNested = false
      let recorder = Trial.Recorder { _, _ in
        if !isNested {
          isNested = true
          hammered.subjects[0].send(1000)
        }
        return .none
      }
      hammered.stream.subscribe(recorder)
      hammered.send(10, from: 0)
      hammered.finish()
      if recorder.values.count != 11, row.exceptions.isDisjoint(with: [.changesCount]), isNested {
        return recorder.violations + ["\(recorder.values.count) of 11 values were delivered."]
      }
      return recorder.violations
    },
  ]
}

/// A publisher under test whose upstreams are subjects, which accept values from any thread.
///
/// Sendable is unchecked because subjects are safe to use from any thread.
private struct Hammered: @unchecked Sendable {
  let subjects: [PassthroughSubject<Int, ContractRow.Failure>]
  let stream: ContractRow.Stream

  init(_ row: ContractRow) {
    subjects = (0..<row.upstreams).map { _ in PassthroughSubject() }
    stream = row.make(subjects.map { $0.eraseToAnyPublisher() })
  }

  /// Sends `count` different values from the calling thread.
  func send(_ count: Int, from thread: Int) {
    for number in 0..<count where !subjects.isEmpty {
      subjects[(thread + number) % subjects.count].send(thread * 1_000_000 + number)
    }
  }

  func send(_ count: Int, onThreads threads: Int) {
    DispatchQueue.concurrentPerform(iterations: threads) { send(count, from: $0) }
  }

  func finish() {
    for subject in subjects { subject.send(completion: .finished) }
  }
}

/// A value that several threads use.
///
/// Sendable is unchecked for objects that are thread-safe but not declared Sendable.
private struct Shared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
