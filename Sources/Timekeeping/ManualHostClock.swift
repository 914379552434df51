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
    var routine: ManualRoutine
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

  public func makeRoutine(
    on place: RoutinePlace, step: @escaping @Sendable () -> RoutineNext
  ) -> any Routine {
    ManualRoutine(clock: self, step: step)
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
      state.due[ObjectIdentifier(first.routine)] = nil
      state.now = max(state.now, first.instant)
      state.isAdvancing = true
      return first
    }
    guard let next else { return false }
    next.routine.run()
    state.withLock { $0.isAdvancing = false }
    return true
  }

  /// Has the routine run at `instant`, or now, whichever is later; earlier than it was to.
  fileprivate func schedule(_ routine: ManualRoutine, at instant: HostInstant?) {
    state.withLock { state in
      let instant = max(instant ?? state.now, state.now)
      if let due = state.due[ObjectIdentifier(routine)], due.instant <= instant { return }
      state.order += 1
      state.due[ObjectIdentifier(routine)] = Due(
        instant: instant, order: state.order, routine: routine)
    }
  }

  fileprivate func unschedule(_ routine: ManualRoutine) {
    let due = state.withLock { $0.due.removeValue(forKey: ObjectIdentifier(routine)) }
    withExtendedLifetime(due) {}
  }
}

/// A routine whose steps the advancing thread runs.
private final class ManualRoutine: Routine {
  private struct State {
    /// Nil once stopped.
    var step: (@Sendable () -> RoutineNext)?
    // Weak, as the clock holds what is due: nobody can run that once the clock is gone.
    weak var clock: ManualHostClock?
  }

  private let state: Locked<State>

  init(clock: ManualHostClock, step: @escaping @Sendable () -> RoutineNext) {
    state = Locked(State(step: step, clock: clock))
  }

  func wake() { schedule(at: nil) }

  func stop() {
    let (step, clock) = state.withLock { ($0.step.take(), $0.clock) }
    withExtendedLifetime(step) {}
    clock?.unschedule(self)
  }

  func run() {
    switch state.withLock({ $0.step })?() {
    case .again: wake()
    case .wait(let instant?): schedule(at: instant)
    case .wait(nil), nil: break
    }
  }

  private func schedule(at instant: HostInstant?) {
    state.withLock { $0.step == nil ? nil : $0.clock }?.schedule(self, at: instant)
  }
}
