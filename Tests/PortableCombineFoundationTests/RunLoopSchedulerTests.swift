import Foundation
import PlayheadLocking
import PlayheadTesting
import PortableCombine
import PortableCombineFoundation
import Testing

/// Uses real run loops. The tests check order, counts and bounds, never how long something takes.
@Suite struct RunLoopSchedulerTests {
  @Test func runsActionsInOrderWhenTheLoopRuns() {
    var order: [Int] = []
    for number in 0..<3 { RunLoop.current.schedule { order.append(number) } }
    #expect(order.isEmpty)
    RunLoop.current.run { order.count == 3 }
    #expect(order == [0, 1, 2])
  }

  @Test func anActionIsReleasedOnceItHasRunOrIsCancelled() {
    weak var once: Canary?
    weak var repeated: Canary?
    var cancellable: (any Cancellable)?
    var runs = 0
    do {
      let (first, second) = (Canary(), Canary())
      (once, repeated) = (first, second)
      RunLoop.current.schedule { if first.touch() { runs += 1 } }
      cancellable = RunLoop.current.schedule(after: RunLoop.current.now, interval: 60) {
        if second.touch() { runs += 1 }
      }
    }
    #expect(once != nil)
    RunLoop.current.run { runs == 2 }
    #expect(once == nil)
    #expect(repeated != nil)
    cancellable?.cancel()
    #expect(repeated == nil)
  }

  @Test func aTimerDoesNotFireImmediately() {
    let due = RunLoop.current.now.advanced(by: .milliseconds(20))
    var dates: [Date] = []
    RunLoop.current.schedule(after: due) { dates.append(Date()) }
    let timer = RunLoop.current.schedule(after: due, interval: 0.005) { dates.append(Date()) }
    RunLoop.current.run { dates.count >= 4 }
    timer.cancel()
    // A timer uses the monotonic clock, which may differ slightly from wall time.
    #expect(dates.allSatisfy { $0.timeIntervalSince(due.date) > -0.010 })
  }

  @Test func aCancelledTimerDoesNotFire() {
    var runs = 0
    var isDone = false
    let timer = RunLoop.current.schedule(after: RunLoop.current.now, interval: 0.001) { runs += 1 }
    timer.cancel()
    RunLoop.current.schedule(after: RunLoop.current.now.advanced(by: 0.01)) { isDone = true }
    RunLoop.current.run { isDone }
    #expect(runs == 0)
  }

  @Test(arguments: [Double.infinity, .greatestFiniteMagnitude, .nan])
  func aDateTooFarAwayDoesNotTrap(_ seconds: Double) {
    let loop = RunLoop.current
    let span = RunLoop.SchedulerTimeType.Stride(seconds)
    let timer = loop.schedule(after: loop.now.advanced(by: span), interval: span) {}
    timer.cancel()
  }

  @Test func wakesALoopThatWaitsOnAnotherThread() {
    let loops = Locked<[RunLoop]>([])
    let started = DispatchSemaphore(value: 0)
    let ran = DispatchSemaphore(value: 0)
    let isOver = Locked(false)
    Thread.detachNewThread {
      let loop = RunLoop.current
      loops.withLock { $0.append(loop) }
      let idle = Timer(timeInterval: 1_000, repeats: true) { _ in }
      loop.add(idle, forMode: .default)
      started.signal()
      while !isOver.withLock({ $0 }) { _ = loop.run(mode: .default, before: .distantFuture) }
      idle.invalidate()
    }
    started.wait()
    for _ in 0..<20 {
      loops.withLock { $0 }[0].schedule { ran.signal() }
      ran.wait()
    }
    isOver.withLock { $0 = true }
    loops.withLock { $0 }[0].schedule {}
  }

  @Test func literalsCanBeStrides() {
    var values: [Int] = []
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.debounce(for: 0.001, scheduler: RunLoop.current).sink {
      values.append($0)
    }
    subject.send(1)
    subject.send(2)
    RunLoop.current.run { !values.isEmpty }
    #expect(values == [2])
    cancellable.cancel()
  }
}
