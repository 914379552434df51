import Dispatch
import Locking

/// A host clock whose time passes only when told, for tests and for playing without waiting.
///
/// Whoever advances it runs, on its own thread and in order, all that falls due: the steps of
/// routines, wherever they were to run, a player's reading included. So nothing in it races, and
/// the same calls give the same events each time.
public final class ManualHostClock: HostClock {
  private struct Due {
    var instant: HostInstant
    /// Of what is due at one instant, what was asked for first runs first.
    var order: UInt64
    var timer: ManualTimer
  }

  private struct State {
    var now: HostInstant
    var order: UInt64 = 0
    var due: [ObjectIdentifier: Due] = [:]
    var isAdvancing = false
  }

  private let state: Locked<State>

  /// A clock that stands at an instant.
  public init(now: HostInstant = HostInstant(nanoseconds: 0)) {
    state = Locked(State(now: now))
  }

  public var now: HostInstant { state.withLock { $0.now } }

  public func makeTimer(
    on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) -> any HostTimer {
    ManualTimer(clock: self, isRoutine: false) {
      handler()
      return nil
    }
  }

  public func makeRoutine(
    on place: RoutinePlace, step: @escaping @Sendable () -> RoutineNext
  ) -> any Routine {
    ManualTimer(clock: self, isRoutine: true, step: step)
  }

  /// How many timers of `makeTimer` are armed or about to fire.
  public var armedTimerCount: Int {
    state.withLock { $0.due.values.count { !$0.timer.isRoutine } }
  }

  /// Lets time pass and runs what falls due until then, what is due now included.
  ///
  /// Must not be called from inside a step.
  public func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while runNext(until: end) {}
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Lets time pass without running anything, as where every queue and thread is held up. What has
  /// fallen due runs, late, with the next advance.
  public func skip(by duration: Duration) {
    state.withLock { $0.now = max($0.now, $0.now.advanced(by: duration)) }
  }

  /// Runs all that is due now, then goes to the next instant that anything asked for and runs what
  /// is due then. False, and nothing is run, where nothing is due at any time.
  ///
  /// Must not be called from inside a step.
  @discardableResult
  public func advanceToNext() -> Bool {
    guard let next = state.withLock({ $0.due.values.map(\.instant).min() }) else { return false }
    while runNext(until: next) {}
    return true
  }

  /// Goes to the next instant that anything asked for and runs one step that is due then, so that
  /// the caller decides after each step whether to go on. False if nothing is due at any time.
  ///
  /// Must not be called from inside a step.
  @discardableResult
  public func runNextStep() -> Bool {
    runNext(until: HostInstant(nanoseconds: .max))
  }

  /// Lets go of all that is due, without running it.
  package func abandon() {
    let due = state.withLock { state in
      defer { state.due = [:] }
      return state.due
    }
    withExtendedLifetime(due) {}
  }

  private func runNext(until end: HostInstant) -> Bool {
    let next = state.withLock { state -> Due? in
      precondition(!state.isAdvancing, "A step must not advance the clock that runs it")
      let first = state.due.values.min { ($0.instant, $0.order) < ($1.instant, $1.order) }
      guard let first, first.instant <= end else { return nil }
      state.due[ObjectIdentifier(first.timer)] = nil
      state.now = max(state.now, first.instant)
      state.isAdvancing = true
      return first
    }
    guard let next else { return false }
    next.timer.run()
    state.withLock { $0.isAdvancing = false }
    return true
  }

  fileprivate enum Next {
    case now
    case at(HostInstant)
    case never
  }

  /// Replaces when the timer runs. What is due already keeps its place in the order.
  fileprivate func schedule(_ timer: ManualTimer, next: Next) {
    let replaced = state.withLock { state -> Due? in
      let key = ObjectIdentifier(timer)
      let instant: HostInstant
      switch next {
      case .never: return state.due.removeValue(forKey: key)
      case .now: instant = state.now
      case .at(let due): instant = max(due, state.now)
      }
      if let due = state.due[key], due.instant == instant { return nil }
      state.order += 1
      return state.due.updateValue(
        Due(instant: instant, order: state.order, timer: timer), forKey: key)
    }
    withExtendedLifetime(replaced) {}
  }
}

/// A timer, and a routine, whose handler or step the advancing thread runs.
private final class ManualTimer: HostTimer, Routine {
  private struct State {
    /// Nil once cancelled. What it returns replaces the instant that the timer is armed for.
    var step: (@Sendable () -> RoutineNext?)?
    var isFirePending = false
    var instant: HostInstant?
    // Weak, as the clock holds what is due: nobody can run that once the clock is gone.
    weak var clock: ManualHostClock?
  }

  private let state: Locked<State>

  let isRoutine: Bool

  init(
    clock: ManualHostClock, isRoutine: Bool, step: @escaping @Sendable () -> RoutineNext?
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
    // Held outside the lock, as its end releases what is due.
    let clock = state.withLock { $0.clock }
    state.withLock { state in
      body(&state)
      // Under the lock, so that a late call does not undo a newer one.
      clock?.schedule(
        self,
        next: state.step == nil
          ? .never
          : state.isFirePending ? .now : state.instant.map(ManualHostClock.Next.at) ?? .never)
    }
  }
}
