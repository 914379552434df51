extension Publisher {
  /// Has `scheduler` deliver values and completion.
  @inlinable
  public func receive<S>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> where S: Scheduler {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that has a scheduler deliver another's values and completion, in their order.
  ///
  /// The subscription comes as the other sends it, and demand passes through.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.ReceiveOn`.
  public struct ReceiveOn<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are delivered.
    public let upstream: Upstream
    /// The scheduler that delivers.
    public let scheduler: Context
    /// How it does.
    public let options: Context.SchedulerOptions?

    /// Makes the publisher; `receive(on:options:)` does the same.
    @inlinable
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      let (scheduler, options) = (scheduler, options)
      upstream.subscribe(
        Postponing("ReceiveOn", to: subscriber) { scheduler.schedule(options: options, $0) })
    }
  }
}
