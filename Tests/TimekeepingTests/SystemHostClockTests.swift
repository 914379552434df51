import Dispatch
import PlayheadLocking
import Synchronization
import Testing
import PlayheadTimekeeping

/// Tests that need the real clock: routines and timers run in the right place and as often as
/// requested.
@Suite struct SystemHostClockTests {
  @Test(arguments: [
    HostRoutineThread.worker("w"), .thread("a-long-name-for-a-thread"),
  ])
  func aRoutineRunsWhenWokenAndAtItsInstants(thread: HostRoutineThread) {
    let clock = SystemHostClock()
    let done = DispatchSemaphore(value: 0)
    let runs = Locked<[HostInstant]>([])
    let asked = Locked<[HostInstant]>([])
    let routine = clock.makeRoutine(on: thread) {
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

  @Test func aStepNeverRunsConcurrentlyWithItself() {
    let overlaps = overlaps { [clock = SystemHostClock()] body in
      let routine = clock.makeRoutine(on: .worker("w")) {
        body() ? .again : .wait(until: nil)
      }
      return (wake: routine.wake, end: routine.stop)
    }
    #expect(overlaps == 0)
  }

  @Test func aTimerHandlerNeverRunsConcurrentlyEvenOnAConcurrentQueue() {
    let overlaps = overlaps { [clock = SystemHostClock()] body in
      let timer = Locked<(any HostTimer)?>(nil)
      let made = clock.makeTimer(on: .global()) {
        if body() { timer.withLock { $0 }?.fire() }
      }
      timer.withLock { $0 = made }
      return (wake: made.fire, end: { timer.withLock { $0.take() }?.cancel() })
    }
    #expect(overlaps == 0)
  }

  /// Returns how often a body began while it was already running, in 1,000 runs that many threads
  /// request.
  private func overlaps(
    _ make: (@escaping @Sendable () -> Bool) -> (wake: @Sendable () -> Void, end: () -> Void)
  ) -> Int {
    let inside = Atomic<Int>(0)
    let runs = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let done = DispatchSemaphore(value: 0)
    let (wake, end) = make {
      if inside.add(1, ordering: .relaxed).newValue != 1 {
        overlaps.add(1, ordering: .relaxed)
      }
      inside.subtract(1, ordering: .relaxed)
      let run = runs.add(1, ordering: .relaxed).newValue
      if run == 1_000 { done.signal() }
      return run < 1_000
    }
    DispatchQueue.concurrentPerform(iterations: 64) { _ in wake() }
    done.wait()
    end()
    return overlaps.load(ordering: .relaxed)
  }

  @Test func aTimerFiresOnceForEachArmingAndNeverEarly() {
    let clock = SystemHostClock()
    let done = DispatchSemaphore(value: 0)
    let instants = Locked<[HostInstant]>([])
    let early = Atomic<Int>(0)
    let timer = Locked<(any HostTimer)?>(nil)
    let made = clock.makeTimer(on: .global()) {
      let count = instants.withLock { instants in
        if let due = instants.last, clock.now < due { early.add(1, ordering: .relaxed) }
        instants.append(clock.now.advanced(byNanoseconds: 1_000_000))
        return instants.count
      }
      if count == 50 {
        done.signal()
      } else {
        timer.withLock { $0 }?.arm(at: instants.withLock { $0[count - 1] })
      }
    }
    timer.withLock { $0 = made }
    made.arm(at: clock.now)
    done.wait()
    made.cancel()
    #expect(early.load(ordering: .relaxed) == 0)
    #expect(instants.withLock { $0.count } == 50)
  }

  /// So many timers that they share wake-ups, armed at equal distances, so that they repeat.
  @Test func manyTimersFireOnceForEachArmingAndNeverEarly() {
    let clock = SystemHostClock()
    let (timerCount, rounds) = (40, 6)
    let group = DispatchGroup()
    let early = Atomic<Int>(0)
    let fired = Locked([Int](repeating: 0, count: timerCount))
    let timers = Locked<[any HostTimer]>([])
    let start = clock.now.advanced(byNanoseconds: 20_000_000)
    let made = (0..<timerCount).map { index -> any HostTimer in
      group.enter()
      return clock.makeTimer(on: .global()) {
        let round = fired.withLock { fired in
          fired[index] += 1
          return fired[index]
        }
        let due = start.advanced(byNanoseconds: Int64(round - 1) * 5_000_000)
        if clock.now < due { early.add(1, ordering: .relaxed) }
        guard round < rounds else { return group.leave() }
        timers.withLock { $0[index] }.arm(at: due.advanced(byNanoseconds: 5_000_000))
      }
    }
    timers.withLock { $0 = made }
    for timer in made { timer.arm(at: start) }
    group.wait()
    // Timers that have repeated and are not armed again do not fire.
    let last = DispatchSemaphore(value: 0)
    let later = clock.makeTimer(on: .global()) { last.signal() }
    later.arm(at: clock.now.advanced(byNanoseconds: 30_000_000))
    last.wait()
    for timer in made + [later] { timer.cancel() }
    timers.withLock { $0 = [] }
    #expect(early.load(ordering: .relaxed) == 0)
    #expect(fired.withLock { $0 } == [Int](repeating: rounds, count: timerCount))
  }

  @Test func disarmingRearmingAndCancellingATimerTakeEffect() {
    let clock = SystemHostClock()
    let done = DispatchSemaphore(value: 0)
    let fired = Locked<[String]>([])
    func timer(_ name: String) -> any HostTimer {
      clock.makeTimer(on: .global()) {
        fired.withLock { $0.append(name) }
        done.signal()
      }
    }
    let (disarmed, moved, cancelled) = (timer("disarmed"), timer("moved"), timer("cancelled"))
    let later = clock.now.advanced(byNanoseconds: 3_600_000_000_000)
    for timer in [disarmed, moved, cancelled] { timer.arm(at: later) }
    disarmed.disarm()
    cancelled.cancel()
    moved.arm(at: clock.now.advanced(byNanoseconds: 1_000_000))
    done.wait()
    #expect(fired.withLock { $0 } == ["moved"])
    disarmed.fire()
    done.wait()
    moved.cancel()
    disarmed.cancel()
    #expect(fired.withLock { $0 } == ["moved", "disarmed"])
  }

  /// Either the handler blocks or its queue.
  @Test(arguments: [true, false])
  func aBlockedTimerDoesNotDelayOthers(blocksInHandler: Bool) {
    let clock = SystemHostClock()
    let queue = DispatchQueue(label: "blocked")
    let (isOver, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let blocked = clock.makeTimer(on: queue) {
      if blocksInHandler { isOver.wait() }
      done.signal()
    }
    if !blocksInHandler { queue.async { isOver.wait() } }
    blocked.arm(at: clock.now.advanced(byNanoseconds: 1))
    let others = Locked(0)
    let other = Locked<(any HostTimer)?>(nil)
    let made = clock.makeTimer(on: .global()) {
      let count = others.withLock { count in
        count += 1
        return count
      }
      if count == 20 {
        isOver.signal()
      } else {
        other.withLock { $0 }?.arm(at: clock.now.advanced(byNanoseconds: 1_000_000))
      }
    }
    other.withLock { $0 = made }
    made.fire()
    done.wait()
    for timer in [blocked, made] { timer.cancel() }
    other.withLock { $0 = nil }
  }

  @Test func aStoppedThreadReleasesItsStep() {
    final class Token: Sendable {
      let gone: DispatchSemaphore
      init(_ gone: DispatchSemaphore) { self.gone = gone }
      deinit { gone.signal() }
    }
    let gone = DispatchSemaphore(value: 0)
    let ran = DispatchSemaphore(value: 0)
    let routine: any HostRoutine
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
