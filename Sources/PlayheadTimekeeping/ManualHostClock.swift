import Dispatch
import PlayheadLocking

/// A host clock whose time passes only when a program advances it: for tests and for playback without waiting.
///
/// The thread that advances the clock runs everything that becomes due, in order. That includes timer handlers and the
/// steps of routines, such as the one in which a player reads, whatever queue or thread they were made for. So nothing
/// races, and the same calls always give the same events.
public final class ManualHostClock: HostClock {
  private struct Due {
    var instant: HostInstant
    /// Of the entries due at one instant, the one scheduled first runs first.
    var order: UInt64
    var isTimed: Bool
    var timer: ManualTimer

    var wakeup: Wakeup {
      Wakeup(owner: timer, isRoutine: timer.isRoutine, instant: instant, isTimed: isTimed)
    }
  }

  /// Scheduled work, as tests see it.
  package struct Wakeup: Sendable {
    /// The timer or the routine.
    package let owner: any AnyObject & Sendable
    package let isRoutine: Bool
    /// The instant when it runs, unless it is late.
    package let instant: HostInstant
    /// Whether it runs because it is armed for the instant; false if it was fired or woken.
    package let isTimed: Bool
  }

  private struct State {
    var now: HostInstant
    var order: UInt64 = 0
    var due: [ObjectIdentifier: Due] = [:]
    var isAdvancing = false
    /// The asynchronous calls that wait for scheduled work.
    var waiting: [ObjectIdentifier: ScheduledWork] = [:]
  }

  private let state: Locked<State>

  /// Creates a clock.
  ///
  /// - Parameter now: The first instant that the clock reports.
  public init(now: HostInstant = HostInstant(nanoseconds: 0)) {
    state = Locked(State(now: now))
  }

  /// The current host instant. It changes only when the clock is advanced.
  public var now: HostInstant { state.withLock { $0.now } }

  /// Makes a timer whose handler runs on the thread that advances the clock.
  ///
  /// - Parameters:
  ///   - queue: Ignored.
  ///   - handler: Runs each time the timer fires.
  /// - Returns: A timer that is not armed.
  public func makeTimer(
    on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) -> any HostTimer {
    ManualTimer(clock: self, isRoutine: false) {
      handler()
      return nil
    }
  }

  /// Makes a routine whose step runs on the thread that advances the clock.
  ///
  /// - Parameters:
  ///   - thread: Ignored.
  ///   - step: The work of the routine. Its result decides when it runs again.
  /// - Returns: The routine, which is waiting.
  public func makeRoutine(
    on thread: HostRoutineThread, step: @escaping @Sendable () -> HostRoutineNext
  ) -> any HostRoutine {
    ManualTimer(clock: self, isRoutine: true, step: step)
  }

  /// The number of timers from `makeTimer` that are armed or about to fire.
  public var armedTimerCount: Int {
    state.withLock { $0.due.values.count { !$0.timer.isRoutine } }
  }

  /// Advances the time and runs everything that is due by the new instant, in order.
  ///
  /// Must not be called from inside a step or a handler.
  ///
  /// - Parameter duration: The time that passes; zero runs the work that is already due.
  public func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while runNext(until: end) != nil {}
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Advances the time without running anything, as if all queues and threads were blocked. The
  /// work that has become due runs late, with the next advance.
  ///
  /// - Parameter duration: The time that passes.
  public func skip(by duration: Duration) {
    state.withLock { $0.now = max($0.now, $0.now.advanced(by: duration)) }
  }

  /// Advances to the next instant for which work is scheduled, and runs everything due up to it.
  ///
  /// Must not be called from inside a step or a handler.
  ///
  /// - Returns: False if nothing is scheduled.
  @discardableResult
  public func advanceToNext() -> Bool {
    guard let next = state.withLock({ $0.due.values.map(\.instant).min() }) else { return false }
    while runNext(until: next) != nil {}
    return true
  }

  /// Advances to the next instant for which work is scheduled, and runs one step that is due, so
  /// that the caller can decide after each step whether to continue.
  ///
  /// Must not be called from inside a step or a handler.
  ///
  /// - Returns: False if nothing is scheduled.
  @discardableResult
  public func runNextStep() -> Bool { runNextWakeup() != nil }

  /// Does what `runNextStep` does. Returns what ran, or nil if nothing is scheduled.
  package func runNextWakeup() -> Wakeup? { runNext(until: HostInstant(nanoseconds: .max)) }

  /// All work that is scheduled, in no order.
  package var wakeups: [Wakeup] { state.withLock { $0.due.values.map(\.wakeup) } }

  /// Releases all scheduled work without running it.
  package func abandon() {
    let due = state.withLock { state in
      defer { state.due = [:] }
      return state.due
    }
    withExtendedLifetime(due) {}
  }

  /// Has the work observed until `stopWaiting`.
  func wait(for work: ScheduledWork) {
    state.withLock { $0.waiting[ObjectIdentifier(work)] = work }
  }

  func stopWaiting(for work: ScheduledWork) {
    let removed = state.withLock { $0.waiting.removeValue(forKey: ObjectIdentifier(work)) }
    withExtendedLifetime(removed) {}
  }

  /// Returns the instant of the next scheduled work if it is not after `end`.
  func nextInstant(until end: HostInstant) -> HostInstant? {
    state.withLock { $0.due.values.map(\.instant).min() }.flatMap { $0 <= end ? $0 : nil }
  }

  /// Wakes the asynchronous calls because work was scheduled.
  fileprivate func announceWork() {
    for work in state.withLock({ Array($0.waiting.values) }) { work.isScheduled() }
  }

  private func runNext(until end: HostInstant) -> Wakeup? {
    let next = state.withLock { state -> Due? in
      precondition(!state.isAdvancing, "A step must not advance the clock that runs it")
      let first = state.due.values.min { ($0.instant, $0.order) < ($1.instant, $1.order) }
      guard let first, first.instant <= end else { return nil }
      state.due[ObjectIdentifier(first.timer)] = nil
      state.now = max(state.now, first.instant)
      state.isAdvancing = true
      return first
    }
    guard let next else { return nil }
    next.timer.run()
    state.withLock { $0.isAdvancing = false }
    return next.wakeup
  }

  fileprivate enum Next {
    case now
    case at(HostInstant)
    case never
  }

  /// Changes when the timer runs. A timer already due at that instant keeps its place in the order.
  fileprivate func schedule(_ timer: ManualTimer, next: Next) {
    let replaced = state.withLock { state -> Due? in
      let key = ObjectIdentifier(timer)
      let (instant, isTimed): (HostInstant, Bool)
      switch next {
      case .never: return state.due.removeValue(forKey: key)
      case .now: (instant, isTimed) = (state.now, false)
      case .at(let due): (instant, isTimed) = (max(due, state.now), true)
      }
      if state.due[key]?.instant == instant {
        state.due[key]?.isTimed = isTimed
        return nil
      }
      state.order += 1
      return state.due.updateValue(
        Due(instant: instant, order: state.order, isTimed: isTimed, timer: timer), forKey: key)
    }
    withExtendedLifetime(replaced) {}
  }
}

/// A timer, or a routine, whose handler or step runs on the thread that advances the clock.
private final class ManualTimer: HostTimer, HostRoutine {
  private struct State {
    /// Nil once cancelled. The result is the routine's next action; a timer's handler returns nil.
    var step: (@Sendable () -> HostRoutineNext?)?
    var isFirePending = false
    var instant: HostInstant?
    // Weak, because the clock keeps the timers that are due. Without the clock nothing can run
    // them.
    weak var clock: ManualHostClock?
  }

  private let state: Locked<State>

  let isRoutine: Bool

  init(
    clock: ManualHostClock, isRoutine: Bool, step: @escaping @Sendable () -> HostRoutineNext?
  ) {
    self.isRoutine = isRoutine
    state = Locked(State(step: step, clock: clock))
  }

  func arm(at instant: HostInstant) {
    change { $0.instant = instant }
  }

  func disarm() {
    change { $0.instant = nil }
  }

  func fire() {
    change { $0.isFirePending = true }
  }

  func cancel() {
    let step = state.withLock { $0.step.take() }
    withExtendedLifetime(step) {}
    change { _ in }
  }

  func wake() { fire() }

  func stop() { cancel() }

  func run() {
    let step = state.withLock { state in
      state.isFirePending = false
      if let instant = state.instant, let now = state.clock?.now, instant <= now {
        state.instant = nil
      }
      return state.step
    }
    switch step?() {
    case .again: fire()
    case .wait(let instant): arm(at: instant)
    case nil: change { _ in }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    // Retained outside the lock, because releasing the clock releases the timers that are due.
    let clock = state.withLock { $0.clock }
    state.withLock { state in
      body(&state)
      // Under the lock, so that a late call does not overwrite a newer one.
      clock?.schedule(
        self,
        next: state.step == nil
          ? .never
          : state.isFirePending ? .now : state.instant.map(ManualHostClock.Next.at) ?? .never)
    }
    clock?.announceWork()
  }
}
