extension Publisher {
  /// Measures the time between values, on the clock of `scheduler`.
  @inlinable
  public func measureInterval<S>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> where S: Scheduler {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher that sends, for each value of another, the time since the value before; for the
  /// first, since the subscription.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.MeasureInterval`.
  public struct MeasureInterval<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Context.SchedulerTimeType.Stride
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are timed.
    public let upstream: Upstream
    /// The scheduler whose clock is read.
    public let scheduler: Context

    /// Makes the publisher; `measureInterval(using:options:)` does the same.
    @inlinable
    public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Upstream.Failure == S.Failure, Context.SchedulerTimeType.Stride == S.Input
    {
      upstream.subscribe(Inner(downstream: subscriber, scheduler: scheduler))
    }
  }
}

extension Publishers.MeasureInterval {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let scheduler: Context
    // Reached by what the upstream sends alone, which is serial; nil before the subscription.
    @exclusivity(unchecked) @usableFromInline var last: Context.SchedulerTimeType?

    @usableFromInline var description: String { "MeasureInterval" }

    @inlinable
    init(downstream: Downstream, scheduler: Context) {
      self.downstream = downstream
      self.scheduler = scheduler
    }

    @inlinable
    func receive(subscription: any Subscription) {
      if last != nil { return subscription.cancel() }
      last = scheduler.now
      downstream.receive(
        subscription: NamedSubscription("MeasureInterval", subscription, allowsNoDemand: true))
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
      let now = scheduler.now
      let interval = (last ?? now).distance(to: now)
      last = now
      return downstream.receive(interval)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      downstream.receive(completion: completion)
    }
  }
}
