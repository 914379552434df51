import Dispatch

/// A clock that gives host instants and runs what is to happen at them.
///
/// It reads time *and* schedules, so that one replacement governs both: on `ManualHostClock`
/// nothing happens before the test says that time passes.
public protocol HostClock: AnyObject, Sendable {
  /// The host instant it is now. Never goes back.
  var now: HostInstant { get }

  /// Makes a routine that runs its step at `place`. It waits until woken for the first time.
  func makeRoutine(
    on place: RoutinePlace, step: @escaping @Sendable () -> RoutineNext
  ) -> any Routine
}

/// A step that the clock runs again and again: when it is woken, and at the instants it asks for.
///
/// A step never runs twice at once. The routine holds its step until `stop`. All methods may be
/// called from any thread, from inside the step too.
public protocol Routine: AnyObject, Sendable {
  /// Has the step run soon. Calls that come before it has begun are one.
  func wake()

  /// Ends the routine: a step that has not begun by now never does. Does not wait for one that has.
  func stop()
}

/// Where a routine's step runs.
public enum RoutinePlace: Sendable {
  /// On a dispatch queue, serially even where that queue is concurrent. A step must not block.
  case queue(DispatchQueue)
  /// On one of a few threads, which has this name then (up to 15 bytes of it are kept). A step may
  /// block: where all those threads are held up, more come, within milliseconds. Steps may run on
  /// different threads, one after another.
  case worker(String)
  /// The same, on a thread that it has for itself at once, however many there are: for steps that
  /// do little but block.
  case thread(String)
}

/// What a routine wants after a step.
public enum RoutineNext: Hashable, Sendable {
  /// To go on at once.
  case again
  /// To wait until the instant has come or it is woken; for nil until it is woken.
  case wait(until: HostInstant?)
}
