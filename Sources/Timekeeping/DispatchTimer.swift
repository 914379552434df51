import Dispatch
import Locking
import Synchronization

/// The system clock's timer: a strict `DispatchSourceTimer`.
///
/// Dispatch's handler comes late by the time that two threads need to wake, so the source is
/// scheduled earlier by what was learned of that (`TimerLead`). If it fires early it is scheduled
/// again. With many armed timers, instants are rounded up to a common grid, so that neighbours share
/// a wake-up: on Linux a source's leeway does not bring that about.
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

  /// What the source is scheduled for.
  private struct Armed {
    var instant: HostInstant
    var scheduled: HostInstant
  }

  /// From this many armed timers on they share wake-ups.
  private static let many = 32
  /// The distance of shared wake-ups, in nanoseconds.
  private static let grid: Int64 = 500_000
  private static let armedCount = Atomic<Int>(0)

  /// Serial, even if its target is concurrent.
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
      // An event of the schedule before this one teaches nothing.
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
