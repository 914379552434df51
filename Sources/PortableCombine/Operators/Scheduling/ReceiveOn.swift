extension Publisher {
  /// Delivers values and completion on `scheduler`.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that delivers.
  ///   - options: The options passed to the scheduler.
  @inlinable
  public func receive<S>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> where S: Scheduler {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that delivers the upstream's values and completion on a scheduler, and keeps their order.
  ///
  /// The subscription is delivered where the upstream sends it. Requests are passed to the upstream immediately.
  public struct ReceiveOn<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler that delivers.
    public let scheduler: Context
    /// The options passed to the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates the publisher that `receive(on:options:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - scheduler: The scheduler.
    ///   - options: Options of the scheduler; nil for the default.
    @inlinable
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let (scheduler, options) = (scheduler, options)
      upstream.subscribe(
        Postponing("ReceiveOn", to: subscriber) { scheduler.schedule(options: options, $0) })
    }
  }
}

extension Publishers.ReceiveOn: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable
{}
