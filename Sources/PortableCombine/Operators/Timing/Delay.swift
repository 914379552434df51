extension Publisher {
  /// Delivers values and completion after an interval, on `scheduler`.
  ///
  /// - Parameters:
  ///   - interval: The delay.
  ///   - tolerance: The additional delay that is allowed; nil for the scheduler's minimum.
  ///   - scheduler: The scheduler that delivers.
  ///   - options: The options passed to the scheduler.
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
  /// A publisher that delays the upstream's values and completion, and keeps their order.
  ///
  /// The subscription is not delayed. Requests are passed to the upstream immediately.
  public struct Delay<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The delay.
    public let interval: Context.SchedulerTimeType.Stride
    /// The additional delay that is allowed.
    public let tolerance: Context.SchedulerTimeType.Stride
    /// The scheduler that delivers.
    public let scheduler: Context
    /// The options passed to the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates the publisher that `delay(for:tolerance:scheduler:options:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - interval: The time by which values are delayed.
    ///   - tolerance: The time by which values may be later.
    ///   - scheduler: The scheduler.
    ///   - options: Options of the scheduler; nil for the default.
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
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
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

extension Publishers.Delay: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable,
  Context.SchedulerTimeType.Stride: Sendable
{}
