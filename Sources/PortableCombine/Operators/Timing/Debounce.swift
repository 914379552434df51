extension Publisher {
  /// Publishes a value when no other value has followed it for `dueTime`.
  ///
  /// - Parameters:
  ///   - dueTime: The time without a further value.
  ///   - scheduler: The scheduler that measures time and delivers.
  ///   - options: The options passed to the scheduler.
  @inlinable
  public func debounce<S>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> where S: Scheduler {
    Publishers.Debounce(
      upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that publishes an upstream value when no other value has followed it for some time.
  ///
  /// Requests unlimited values. A value that is due without demand is dropped, and so is one that
  /// is not due yet when the upstream completes.
  public struct Debounce<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The time without a further value.
    public let dueTime: Context.SchedulerTimeType.Stride
    /// The scheduler that measures time and delivers.
    public let scheduler: Context
    /// The options passed to the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates the publisher that `debounce(for:scheduler:options:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - dueTime: The time without values after which the newest value is published.
    ///   - scheduler: The scheduler.
    ///   - options: Options of the scheduler; nil for the default.
    @inlinable
    public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(Inner(to: subscriber, of: self))
    }
  }
}

extension Publishers.Debounce {
  @usableFromInline
  struct Inputs: AlarmedInputs, CountedInputs {
    @usableFromInline var attachments = Attachments()
    @usableFromInline var alarm = Alarm<Context.SchedulerTimeType>()
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var latest: Output?

    @inlinable
    init() {}
  }

  @usableFromInline
  final class Inner: Subscriber, Subscription, CustomStringConvertible {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let junction: Junction<Inputs, Output, Failure>
    @usableFromInline let scheduler: Context
    @usableFromInline let dueTime: Context.SchedulerTimeType.Stride
    @usableFromInline let options: Context.SchedulerOptions?

    @inlinable
    init<S>(to subscriber: S, of publisher: Publishers.Debounce<Upstream, Context>)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      junction = Junction(Inputs(), announcingTo: subscriber)
      scheduler = publisher.scheduler
      dueTime = publisher.dueTime
      options = publisher.options
    }

    @usableFromInline var description: String { "Debounce" }

    @inlinable
    func receive(subscription: any Subscription) {
      if junction.connect(subscription, as: self) { junction.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
      let due = scheduler.now.advanced(by: dueTime)
      var replaced: Output? = input
      var timer: Alarm<Context.SchedulerTimeType>.Timer?
      junction.change { inputs in
        swap(&replaced, &inputs.latest)
        timer = inputs.alarm.set(for: due)
      }
      withExtendedLifetime(replaced) {}
      start(timer)
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      junction.change { $0.removeAll() }?.attachments.timer?.cancel()
      scheduler.schedule(options: options) { self.junction.finish { _ in completion } }
    }

    @inlinable
    func start(_ timer: Alarm<Context.SchedulerTimeType>.Timer?) {
      junction.start(timer) { timer in
        scheduler.schedule(
          after: timer.due, interval: dueTime, tolerance: scheduler.minimumTolerance,
          options: options
        ) { self.fire(timer.number) }
      }
    }

    @inlinable
    func fire(_ number: UInt64) {
      var dropped: Output?
      let (next, more) = junction.fire(number, at: scheduler.now) { inputs in
        guard inputs.demand > .none else {
          dropped = inputs.latest.take()
          return nil
        }
        inputs.demand -= 1
        return inputs.latest.take().map { .value($0) }
      }
      withExtendedLifetime(dropped) {}
      start(next)
      junction.add(more)
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
      demand.requirePositive()
      junction.add(demand)
    }

    @inlinable
    func cancel() { junction.cancel() }
  }
}

extension Publishers.Debounce: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable,
  Context.SchedulerTimeType.Stride: Sendable
{}
