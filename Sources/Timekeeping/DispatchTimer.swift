import Dispatch
import Locking
import Synchronization

/// The system clock's timer: a strict `DispatchSourceTimer`.
///
/// Dispatch calls the handler late, by the time that two threads need to wake up. Therefore the
/// source is scheduled earlier, by the lateness measured until now (`TimerLead`). If it fires too
/// early, it is scheduled again. If many timers are armed, instants are rounded up to a common
/// grid, so that timers share wake-ups: on Linux the leeway of a source has no such effect.
final class DispatchTimer: HostTimer {
  private struct State {
    /// Nil once cancelled.
    var handler: (@Sendable () -> Void)?
    /// Made when the timer is first armed.
    var source: (any DispatchSourceTimer)?
    var isFirePending = false
    var armed: Armed?
    var lead = TimerLead()
  }

  /// The instant requested, and the instant for which the source is scheduled.
  private struct Armed {
    var instant: HostInstant
    var scheduled: HostInstant
  }

  /// If more timers than this are armed, they share wake-ups.
  private static let many = 32
  /// The distance between shared wake-ups, in nanoseconds.
  private static let grid: Int64 = 500_000
  private static let armedCount = Atomic<Int>(0)

  /// A serial queue, even if its target is concurrent.
  private let queue: DispatchQueue
  private let state: Locked<State>

  init(target: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    queue = DispatchQueue(label: "playhead.timer", target: target)
    state = Locked(State(handler: handler))
  }

  deinit { cancel() }

  func arm(at instant: HostInstant) {
    if instant <= SystemHostClock.currentInstant {
      disarm()
      return fire()
    }
    state.withLock { state in
      guard state.handler != nil, state.armed?.instant != instant else { return }
      if state.armed == nil { Self.armedCount.add(1, ordering: .relaxed) }
      schedule(&state, for: instant, leading: true)
    }
  }

  func disarm() {
    state.withLock { state in
      guard state.armed.take() != nil else { return }
      Self.armedCount.subtract(1, ordering: .relaxed)
      state.source?.schedule(deadline: .distantFuture)
    }
  }

  func fire() {
    let isNeeded = state.withLock { state in
      defer { state.isFirePending = true }
      return state.handler != nil && !state.isFirePending
    }
    if isNeeded { queue.async { self.runPending() } }
  }

  func cancel() {
    let (handler, source) = state.withLock { state in
      if state.armed.take() != nil { Self.armedCount.subtract(1, ordering: .relaxed) }
      return (state.handler.take(), state.source.take())
    }
    source?.cancel()
    withExtendedLifetime(handler) {}
  }

  private func schedule(_ state: inout State, for instant: HostInstant, leading: Bool) {
    var scheduled = instant
    if Self.armedCount.load(ordering: .relaxed) > Self.many {
      scheduled = instant.advanced(
        byNanoseconds: (Self.grid - instant.nanoseconds % Self.grid) % Self.grid)
    } else if leading {
      scheduled = instant.advanced(byNanoseconds: -state.lead.nanoseconds)
    }
    state.armed = Armed(instant: instant, scheduled: scheduled)
    let source = state.source ?? makeSource(in: &state)
    source.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(clamping: scheduled.nanoseconds)),
      leeway: .nanoseconds(0))
  }

  private func makeSource(in state: inout State) -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    source.setEventHandler { [weak self] in self?.sourceFired() }
    state.source = source
    source.activate()
    return source
  }

  private func sourceFired() {
    let handler = state.withLock { state -> (@Sendable () -> Void)? in
      guard let armed = state.armed else { return nil }
      let now = SystemHostClock.currentInstant
      // An event of an earlier schedule says nothing about lateness.
      if now >= armed.scheduled {
        state.lead.note(late: now.nanoseconds - armed.scheduled.nanoseconds)
      }
      guard now >= armed.instant else {
        schedule(&state, for: armed.instant, leading: false)
        return nil
      }
      state.armed = nil
      Self.armedCount.subtract(1, ordering: .relaxed)
      return state.handler
    }
    handler?()
  }

  private func runPending() {
    let handler = state.withLock { state in
      state.isFirePending = false
      return state.handler
    }
    handler?()
  }
}
