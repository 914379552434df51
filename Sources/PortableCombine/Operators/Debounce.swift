extension Publisher {
  /// Passes on a value once nothing has followed it for so long.
  @inlinable
  public func debounce<S>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> where S: Scheduler {
    Publishers.Debounce(
      upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that sends a value of another once nothing has followed it for some time.
  ///
  /// It asks for unlimited values. A value that is due while nothing is asked for is dropped, and
  /// so is one that is not due yet when the other completes.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Debounce`.
  public struct Debounce<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// How long nothing must follow a value.
    public let dueTime: Context.SchedulerTimeType.Stride
    /// The scheduler that measures this, and delivers.
    public let scheduler: Context
    /// How it does.
    public let options: Context.SchedulerOptions?

    /// Makes the publisher; `debounce(for:scheduler:options:)` does the same.
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
    where S: Subscriber, Upstream.Failure == S.Failure, Upstream.Output == S.Input {
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
      _ = junction.update { inputs in
        swap(&replaced, &inputs.latest)
        timer = inputs.alarm.set(for: due)
        return nil
      }
      withExtendedLifetime(replaced) {}
      start(timer)
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      var all: Inputs?
      _ = junction.update { inputs in
        all = inputs.takeAll()
        return nil
      }
      all?.attachments.timer?.cancel()
      scheduler.schedule(options: options) { self.junction.finish(with: completion) }
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
