import Dispatch

/// A queue as a scheduler: it runs actions at times of Dispatch's uptime clock.
extension DispatchQueue: Scheduler {
  /// Options for running an action on a queue.
  ///
  /// Unchecked: Dispatch does not mark the flags of a work item as Sendable, but they are a number.
  public struct SchedulerOptions: @unchecked Sendable {
    /// The quality of service of the action.
    public var qos: DispatchQoS
    /// The flags of the work item.
    public var flags: DispatchWorkItemFlags
    /// The group that the action is a member of, from scheduling until it has run.
    public var group: DispatchGroup?

    /// Creates options; the defaults leave the queue's settings unchanged.
    ///
    /// - Parameters:
    ///   - qos: The quality of service of the calls.
    ///   - flags: The flags of the calls.
    ///   - group: The group to which the calls belong; nil for none.
    public init(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
      group: DispatchGroup? = nil
    ) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = ScheduledAction(action)
    async(
      group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
    ) { action.run() }
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    // Uses a timer instead of `asyncAfter`, which sets its own tolerance of a tenth of the delay.
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
