import Dispatch
import Synchronization
import Testing
import Timekeeping

/// What needs the real clock: that routines run where and as often as they ask to.
@Suite struct SystemHostClockTests {
  @Test(arguments: [
    RoutinePlace.worker("w"), .queue(.global()), .thread("a-long-name-for-a-thread"),
  ])
  func aRoutineRunsWhenWokenAndAtItsInstants(place: RoutinePlace) {
    let clock = SystemHostClock()
    let done = DispatchSemaphore(value: 0)
    let runs = Mutex<[HostInstant]>([])
    let asked = Mutex<[HostInstant]>([])
    let routine = clock.makeRoutine(on: place) {
      let count = runs.withLock { runs in
        runs.append(clock.now)
        return runs.count
      }
      if count == 4 { done.signal() }
      guard count < 4 else { return .wait(until: nil) }
      if count == 1 { return .again }
      let next = clock.now.advanced(byNanoseconds: 1_000_000)
      asked.withLock { $0.append(next) }
      return .wait(until: next)
    }
    routine.wake()
    done.wait()
    routine.stop()
    let times = runs.withLock { $0 }
    #expect(times == times.sorted())
    for (run, instant) in zip(times.dropFirst(2), asked.withLock { $0 }) {
      #expect(run >= instant)
    }
  }

  @Test func aStepNeverRunsTwiceAtOnce() {
    let clock = SystemHostClock()
    let inside = Atomic<Int>(0)
    let steps = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let done = DispatchSemaphore(value: 0)
    let routine = clock.makeRoutine(on: .queue(.global())) {
      if inside.add(1, ordering: .relaxed).newValue != 1 {
        overlaps.add(1, ordering: .relaxed)
      }
      inside.subtract(1, ordering: .relaxed)
      if steps.add(1, ordering: .relaxed).newValue == 1_000 { done.signal() }
      return .again
    }
    DispatchQueue.concurrentPerform(iterations: 64) { _ in routine.wake() }
    done.wait()
    routine.stop()
    #expect(overlaps.load(ordering: .relaxed) == 0)
  }

  /// Whether it is the step that blocks or the queue below it.
  @Test(arguments: [true, false])
  func whatBlocksAtItsInstantHoldsUpNoOther(blocksInStep: Bool) {
    let clock = SystemHostClock()
    let queue = DispatchQueue(label: "blocked")
    let (isOver, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let runs = Mutex(0)
    let blocked = clock.makeRoutine(on: .queue(queue)) {
      let run = runs.withLock { runs in
        defer { runs += 1 }
        return runs
      }
      if run == 0 {
        if !blocksInStep { queue.async { isOver.wait() } }
        return .wait(until: clock.now)
      }
      if blocksInStep { isOver.wait() }
      done.signal()
      return .wait(until: nil)
    }
    blocked.wake()
    let others = Mutex(0)
    let other = clock.makeRoutine(on: .queue(.global())) {
      let count = others.withLock { count in
        count += 1
        return count
      }
      if count == 20 { isOver.signal() }
      return .wait(until: count < 20 ? clock.now.advanced(byNanoseconds: 1_000_000) : nil)
    }
    other.wake()
    done.wait()
    for routine in [blocked, other] { routine.stop() }
  }

  @Test func aStoppedThreadLetsGoOfItsStep() {
    final class Token: Sendable {
      let gone: DispatchSemaphore
      init(_ gone: DispatchSemaphore) { self.gone = gone }
      deinit { gone.signal() }
    }
    let gone = DispatchSemaphore(value: 0)
    let ran = DispatchSemaphore(value: 0)
    let routine: any Routine
    do {
      let token = Token(gone)
      routine = SystemHostClock().makeRoutine(on: .thread("t")) {
        withExtendedLifetime(token) { _ = ran.signal() }
        return .wait(until: nil)
      }
    }
    routine.wake()
    ran.wait()
    routine.stop()
    gone.wait()
  }
}
