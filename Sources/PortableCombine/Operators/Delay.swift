extension Publisher {
  /// Has `scheduler` deliver values and completion so much later.
  @inlinable
  public func delay<S>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil,
    scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> where S: Scheduler {
    Publishers.Delay(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
      scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that delivers another's values and completion some time later, in their order.
  ///
  /// The subscription is not delayed, and demand passes through at once.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Delay`.
  public struct Delay<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are delayed.
    public let upstream: Upstream
    /// How long they are.
    public let interval: Context.SchedulerTimeType.Stride
    /// How much more it may be.
    public let tolerance: Context.SchedulerTimeType.Stride
    /// The scheduler that delivers.
    public let scheduler: Context
    /// How it does.
    public let options: Context.SchedulerOptions?

    /// Makes the publisher; `delay(for:tolerance:scheduler:options:)` does the same.
    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
      tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      let (interval, tolerance) = (interval, tolerance)
      let (scheduler, options) = (scheduler, options)
      upstream.subscribe(
        Postponing("Delay", to: subscriber) { action in
          scheduler.schedule(
            after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options,
            action)
        })
    }
  }
}
