import Dispatch

/// A clock that reads host instants and schedules work at them.
///
/// One protocol does both, so that a replacement controls both: on `ManualHostClock`, nothing runs
/// until the test advances the time.
public protocol HostClock: AnyObject, Sendable {
  /// The current host instant. It never decreases.
  var now: HostInstant { get }

  /// Makes a timer that is not armed.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the handler runs, serially even if the queue is concurrent.
  ///   - handler: Runs each time the timer fires; it must not block. The timer keeps it until it is
  ///     cancelled.
  /// - Returns: The timer.
  func makeTimer(
    on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) -> any HostTimer

  /// Makes a routine that runs its step on `thread`. It waits until it is first woken.
  ///
  /// - Parameters:
  ///   - thread: The kind of thread that runs the step, and its name.
  ///   - step: The work of the routine. Its result decides when it runs again. The routine keeps it
  ///     until it is stopped.
  /// - Returns: The routine, which is waiting.
  func makeRoutine(
    on thread: HostRoutineThread, step: @escaping @Sendable () -> HostRoutineNext
  ) -> any HostRoutine
}

/// A timer on a dispatch queue that fires once for each time it is armed.
///
/// The handler never runs twice at the same time, and never before the instant for which the timer
/// is armed. `fire` and `cancel` may be called from any thread. `arm` and `disarm` are called by one
/// thread at a time, usually from inside the handler.
public protocol HostTimer: AnyObject, Sendable {
  /// Fires at the instant, or soon if it has passed. Replaces the previous instant.
  ///
  /// - Parameter instant: The host instant when the handler is due.
  func arm(at instant: HostInstant)

  /// Clears the instant. A pending call of `fire` still takes effect.
  func disarm()

  /// Fires soon, independently of the instant. Calls before the handler starts count as one.
  func fire()

  /// Ends the timer. A handler that has not started never runs. Does not wait for a running handler.
  func cancel()
}

extension HostTimer {
  /// Arms the timer, or disarms it if `instant` is nil.
  ///
  /// - Parameter instant: The host instant when the handler is due; nil for none.
  public func arm(at instant: HostInstant?) {
    if let instant { arm(at: instant) } else { disarm() }
  }
}

/// A step of work that the clock runs on a thread: when it is woken, and at the instants it requests.
///
/// A step never runs twice at the same time. The routine keeps its step until `stop`, and a thread that
/// runs a step keeps its routine. All methods may be called from any thread, including from inside the step.
public protocol HostRoutine: AnyObject, Sendable {
  /// Runs the step soon. Calls before the step starts count as one.
  func wake()

  /// Ends the routine. A step that has not started never runs. Does not wait for a running step.
  func stop()
}

/// Where a routine's step runs.
public enum HostRoutineThread: Sendable {
  /// On one of a small number of threads, which has this name while the step runs (up to 15 bytes).
  /// A step may block: if all of these threads are blocked, more start within milliseconds. Steps
  /// of one routine may run on different threads.
  case worker(String)
  /// On a thread that starts at once, however many threads there are: for steps that mostly block.
  case thread(String)
}

/// What a routine does after a step.
public enum HostRoutineNext: Hashable, Sendable {
  /// Runs the step again at once.
  case again
  /// Waits until the instant is reached or the routine is woken; if nil, only until it is woken.
  case wait(until: HostInstant?)
}
