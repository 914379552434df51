extension Publisher {
  /// Publishes the time between values, measured by `scheduler`.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler whose clock is read.
  ///   - options: Ignored; part of Combine's signature.
  @inlinable
  public func measureInterval<S>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> where S: Scheduler {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher that publishes, for each upstream value, the time since the previous value. The
  /// first time is measured from the subscription.
  public struct MeasureInterval<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Context.SchedulerTimeType.Stride
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler whose clock is read.
    public let scheduler: Context

    /// Creates the publisher that `measureInterval(using:options:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - scheduler: The scheduler.
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
    // Accessed only in calls from the upstream, which are serial; nil before the subscription.
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
      return withExtendedLifetime(exchange(&last, with: now)) { downstream.receive(interval) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      downstream.receive(completion: completion)
    }
  }
}

extension Publishers.MeasureInterval: Sendable where Upstream: Sendable, Context: Sendable {}
