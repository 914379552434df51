extension Publisher {
  /// Publishes at most one value in each interval: the first or the newest.
  ///
  /// - Parameters:
  ///   - interval: The shortest time between two values.
  ///   - scheduler: The scheduler that measures time and delivers.
  ///   - latest: Whether to publish the newest value of an interval, instead of the first.
  @inlinable
  public func throttle<S>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> where S: Scheduler {
    Publishers.Throttle(
      upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// A publisher that publishes at most one upstream value in each interval.
  ///
  /// The first value is published immediately, and begins an interval. Of the values that arrive in an interval, one is
  /// published at its end, and begins the next. Requests unlimited values; a value that arrives without demand is
  /// dropped. The completion follows the value that is still due.
  public struct Throttle<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The shortest time between two values.
    public let interval: Context.SchedulerTimeType.Stride
    /// The scheduler that measures time and delivers.
    public let scheduler: Context
    /// Whether to publish the newest value of an interval, instead of the first.
    public let latest: Bool

    /// Creates the publisher that `throttle(for:scheduler:latest:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - interval: The shortest time between two values.
    ///   - scheduler: The scheduler.
    ///   - latest: Whether the newest value of an interval is published, instead of the first.
    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      latest: Bool
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(Inner(to: subscriber, of: self))
    }
  }
}

extension Publishers.Throttle {
  @usableFromInline
  struct Inputs: CountedInputs {
    @usableFromInline var attachments = Attachments()
    @usableFromInline var demand = Subscribers.Demand.none
    /// The value to publish at the end of the interval.
    @usableFromInline var pending: Output?
    @usableFromInline var isScheduled = false
    /// The start of the interval; nil before the first.
    @usableFromInline var start: Context.SchedulerTimeType?
    @usableFromInline var completion: Subscribers.Completion<Failure>?

    @inlinable
    init() {}
  }

  @usableFromInline
  final class Inner: Subscriber, Subscription, CustomStringConvertible {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let junction: Junction<Inputs, Output, Failure>
    @usableFromInline let interval: Context.SchedulerTimeType.Stride
    @usableFromInline let scheduler: Context
    @usableFromInline let latest: Bool

    @inlinable
    init<S>(to subscriber: S, of publisher: Publishers.Throttle<Upstream, Context>)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      junction = Junction(Inputs(), announcingTo: subscriber)
      interval = publisher.interval
      scheduler = publisher.scheduler
      latest = publisher.latest
    }

    @usableFromInline var description: String { "Throttle" }

    @inlinable
    func receive(subscription: any Subscription) {
      if junction.connect(subscription, as: self) { junction.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
      var value: Output? = input
      var isFirst = false
      var start: Context.SchedulerTimeType?
      junction.change { inputs in
        guard inputs.completion == nil, inputs.demand > .none else { return }
        if latest || inputs.pending == nil { swap(&value, &inputs.pending) }
        isFirst = !inputs.isScheduled
        inputs.isScheduled = true
        start = inputs.start
      }
      withExtendedLifetime(value) {}
      if isFirst { schedule(start.map { $0.advanced(by: interval) }) }
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      var isFree = false
      let upstream = junction.change { inputs in
        if inputs.completion == nil {
          inputs.completion = completion
          isFree = !inputs.isScheduled
        }
        return inputs.attachments.upstream.take()
      }
      withExtendedLifetime(upstream) {}
      if isFree { schedule(nil) }
    }

    /// Schedules the delivery for `due`, or immediately if `due` is nil or has passed.
    @inlinable
    func schedule(_ due: Context.SchedulerTimeType?) {
      if let due, due > scheduler.now {
        scheduler.schedule(after: due) { self.deliver() }
      } else {
        scheduler.schedule { self.deliver() }
      }
    }

    @inlinable
    func deliver() {
      let now = scheduler.now
      var dropped: Output?
      var completion: Subscribers.Completion<Failure>?
      let more = junction.update { inputs in
        inputs.isScheduled = false
        completion = inputs.completion
        guard let value = inputs.pending.take() else { return nil }
        inputs.start = now
        guard inputs.demand > .none else {
          dropped = value
          return nil
        }
        inputs.demand -= 1
        return .value(value)
      }
      withExtendedLifetime(dropped) {}
      if let completion {
        junction.finish { _ in completion }
      } else {
        junction.add(more)
      }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
      junction.add(demand)
    }

    @inlinable
    func cancel() { junction.cancel() }
  }
}

extension Publishers.Throttle: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable,
  Context.SchedulerTimeType.Stride: Sendable
{}
