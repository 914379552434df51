import Dispatch

/// A queue as a scheduler: actions run on it, at instants of Dispatch's uptime clock.
///
/// Source of the rule: Apple's documentation of `DispatchQueue`.
extension DispatchQueue: Scheduler {
  /// How an action runs on a queue.
  ///
  /// Unchecked: Dispatch does not mark the flags of a work item Sendable, but they are a number.
  public struct SchedulerOptions: @unchecked Sendable {
    /// Its quality of service.
    public var qos: DispatchQoS
    /// The flags of its work item.
    public var flags: DispatchWorkItemFlags
    /// The group it counts in, from when it is scheduled until it has run.
    public var group: DispatchGroup?

    /// Makes options; without arguments those of the queue hold.
    public init(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
      group: DispatchGroup? = nil
    ) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  /// The instant it is now on Dispatch's uptime clock.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs `action` on the queue as soon as possible.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = ScheduledAction(action)
    async(
      group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
    ) { action.run() }
  }

  /// Runs `action` on the queue once, not before `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    // A timer rather than `asyncAfter`, which chooses a tolerance of its own: a tenth of the time.
    let timer = DispatchSource.makeTimerSource(queue: self)
    let once = ScheduledAction {
      timer.cancel()
      action()
      options?.group?.leave()
    }
    options?.group?.enter()
    timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
      once.run()
    }
    timer.schedule(deadline: date.dispatchTime, leeway: max(tolerance, .zero).timeInterval)
    timer.activate()
  }

  /// Runs `action` on the queue again and again, first not before `date`, until what it returns is
  /// cancelled or released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let timer = DispatchSource.makeTimerSource(queue: self)
    let action = ScheduledAction(action)
    timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
      action.run()
    }
    timer.schedule(
      deadline: date.dispatchTime, repeating: max(interval, .zero).timeInterval,
      leeway: max(tolerance, .zero).timeInterval)
    timer.activate()
    return AnyCancellable { timer.cancel() }
  }
}
