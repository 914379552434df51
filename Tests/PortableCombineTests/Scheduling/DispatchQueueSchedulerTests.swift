import Dispatch
import PlayheadLocking
import PlayheadTesting
import PortableCombine
import Testing

/// Tests on real queues: they check order, counts and bounds, never durations.
@Suite struct DispatchQueueSchedulerTests {
  private let queue = DispatchQueue(label: "test")
  private let done = DispatchSemaphore(value: 0)

  @Test func runsWhatItIsGivenInOrder() {
    let order = Locked<[Int]>([])
    for number in 0..<3 { queue.schedule { order.withLock { $0.append(number) } } }
    queue.sync {}
    #expect(order.withLock { $0 } == [0, 1, 2])
  }

  @Test func runsOnItsQueue() {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let isThere = Locked(false)
    queue.schedule(after: queue.now) {
      isThere.withLock { $0 = DispatchQueue.getSpecific(key: key) == true }
      done.signal()
    }
    done.wait()
    #expect(isThere.withLock { $0 })
  }

  @Test func aTimerDoesNotFireAtOnce() {
    let due = queue.now.advanced(by: .milliseconds(20))
    let instants = Locked<[DispatchQueue.SchedulerTimeType]>([])
    let timer = queue.schedule(after: due, interval: .milliseconds(5)) {
      let count = instants.withLock { instants -> Int in
        instants.append(queue.now)
        return instants.count
      }
      if count == 3 { done.signal() }
    }
    queue.schedule(after: due) {
      instants.withLock { $0.append(queue.now) }
    }
    done.wait()
    timer.cancel()
    #expect(instants.withLock { $0 }.allSatisfy { $0 >= due })
  }

  @Test func aTimerInTheFarFutureDoesNotFire() {
    let runs = Locked(0)
    let far = queue.now.advanced(by: .seconds(Int.max))
    let timer = queue.schedule(after: far, interval: .seconds(Int.max)) {
      runs.withLock { $0 += 1 }
    }
    // This action would run after an action that is wrongly due.
    queue.schedule(after: queue.now.advanced(by: .milliseconds(20))) { done.signal() }
    done.wait()
    timer.cancel()
    #expect(runs.withLock { $0 } == 0)
  }

  @Test func aCancelledTimerIsReleased() {
    weak var released: Canary?
    do {
      let canary = Canary()
      canary.onRelease = { [done] in done.signal() }
      released = canary
      let timer = queue.schedule(after: queue.now.advanced(by: 1000), interval: 1000) {
        canary.touch()
      }
      timer.cancel()
    }
    // Dispatch releases the action on its own thread.
    done.wait()
    #expect(released == nil)
  }

  @Test func theGroupOfTheOptionsCounts() {
    let group = DispatchGroup()
    let runs = Locked(0)
    let options = DispatchQueue.SchedulerOptions(group: group)
    queue.schedule(options: options) { runs.withLock { $0 += 1 } }
    queue.schedule(after: queue.now, tolerance: 0, options: options) { runs.withLock { $0 += 1 } }
    group.wait()
    #expect(runs.withLock { $0 } == 2)
  }

  @Test func literalsMakeStrides() {
    let subject = PassthroughSubject<Int, Never>()
    let values = Locked<[Int]>([])
    let cancellable = subject.debounce(for: 0.001, scheduler: queue).sink { value in
      values.withLock { $0.append(value) }
      done.signal()
    }
    subject.send(1)
    done.wait()
    cancellable.cancel()
    #expect(values.withLock { $0 } == [1])
  }

  @Test func deliversInOrderAndOneAtATimeFromAQueueThatRunsSeveral() {
    let recorder = RecordingSubscriber<Int, Never>(onCompletion: { _ in done.signal() })
    (0..<2_000).publisher.receive(on: DispatchQueue.global()).subscribe(recorder)
    done.wait()
    #expect(recorder.values == Array(0..<2_000))
    #expect(recorder.isFinished)
    #expect(recorder.violations.isEmpty)
  }

  @Test func delayedValuesKeepTheirOrderOnAQueueThatRunsSeveral() {
    let recorder = RecordingSubscriber<Int, Never>(onCompletion: { _ in done.signal() })
    (0..<500).publisher.delay(for: .microseconds(10), scheduler: DispatchQueue.global())
      .subscribe(recorder)
    done.wait()
    #expect(recorder.values == Array(0..<500))
    #expect(recorder.violations.isEmpty)
  }
}
