import Dispatch

/// A clock that reads host instants and schedules work at them.
///
/// It reads time *and* schedules, so that one replacement governs both: on `ManualHostClock`
/// nothing happens before the test lets time pass.
public protocol HostClock: AnyObject, Sendable {
  /// The present host instant. Never goes back.
  var now: HostInstant { get }

  /// Makes a timer that is not armed.
  ///
  /// - Parameters:
  ///   - queue: Where the handler runs, serially even if the queue is concurrent.
  ///   - handler: Runs each time the timer fires; it must not block. The timer holds it until it is
  ///     cancelled.
  func makeTimer(
    on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) -> any HostTimer

  /// Makes a routine that runs its step at `place`. It waits until woken for the first time.
  func makeRoutine(
    on place: RoutinePlace, step: @escaping @Sendable () -> RoutineNext
  ) -> any Routine
}

/// A timer on a dispatch queue that fires once for each time it is armed.
///
/// The handler never runs twice at once, and never before the instant that the timer is armed for.
/// All methods may be called from any thread, from inside the handler too.
public protocol HostTimer: AnyObject, Sendable {
  /// Fires at the instant, or soon if that has passed. Replaces the instant it was armed for.
  func arm(at instant: HostInstant)

  /// Clears the instant it is armed for. A call of `fire` still takes effect.
  func disarm()

  /// Fires soon, whatever it is armed for. Calls that come before the handler has begun count as
  /// one.
  func fire()

  /// Ends the timer: a handler that has not begun by now never does. Does not wait for one that has.
  func cancel()
}

extension HostTimer {
  /// Arms the timer; nil disarms it.
  public func arm(at instant: HostInstant?) {
    if let instant { arm(at: instant) } else { disarm() }
  }
}

/// A step on a thread that the clock runs again and again: when it is woken, and at the instants it
/// asks for.
///
/// A step never runs twice at once. The routine holds its step until `stop`. All methods may be
/// called from any thread, from inside the step too.
public protocol Routine: AnyObject, Sendable {
  /// Runs the step soon. Calls that come before it has begun count as one.
  func wake()

  /// Ends the routine: a step that has not begun by now never does. Does not wait for one that has.
  func stop()
}

/// Where a routine's step runs.
public enum RoutinePlace: Sendable {
  /// On one of a few threads, which has this name meanwhile (up to 15 bytes of it are kept). A step
  /// may block: if all those threads are blocked, more come within milliseconds. Steps may run on
  /// different threads, one after another.
  case worker(String)
  /// The same, on a thread of its own at once, however many there are: for steps that do little
  /// except block.
  case thread(String)
}

/// What a routine does after a step.
public enum RoutineNext: Hashable, Sendable {
  /// Runs the step again at once.
  case again
  /// Waits until the instant has come or the routine is woken; for nil until it is woken.
  case wait(until: HostInstant?)
}
