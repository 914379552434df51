extension Publisher {
  /// Collects values into groups, by the time of a scheduler, which delivers them.
  ///
  /// - Parameters:
  ///   - strategy: When a group is published.
  ///   - options: The options passed to the scheduler.
  @inlinable
  public func collect<S>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> where S: Scheduler {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream's values in groups, at the end of each interval and,
  /// with the strategy `byTimeOrCount`, when a group is full.
  ///
  /// The scheduler delivers all groups and the completion, also a group that is full.
  ///
  /// An interval without values publishes nothing. If the upstream finishes, the collected values are published first;
  /// if it fails, only full groups are. With the strategy `byTime` it requests unlimited values, and drops a group that
  /// is due without demand. With `byTimeOrCount` it requests as many values as the requested groups can hold, and
  /// stores the values of groups that have not been requested yet.
  public struct CollectByTime<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// When a group is published.
    public let strategy: Publishers.TimeGroupingStrategy<Context>
    /// The options passed to the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates the publisher that `collect(_:options:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - strategy: When an array is complete.
    ///   - options: Options of the scheduler; nil for the default.
    @inlinable
    public init(
      upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(Inner(to: subscriber, of: self))
    }
  }
}

extension Publishers.CollectByTime {
  @usableFromInline
  final class Inner: Subscriber, Subscription, CustomStringConvertible {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let junction: Junction<TimedGroup<Input>, Output, Failure>
    @usableFromInline let scheduler: Context
    @usableFromInline let interval: Context.SchedulerTimeType.Stride
    @usableFromInline let options: Context.SchedulerOptions?

    @inlinable
    init<S>(to subscriber: S, of publisher: Publishers.CollectByTime<Upstream, Context>)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      var group = TimedGroup<Input>()
      switch publisher.strategy {
      case .byTime(let scheduler, let interval):
        self.scheduler = scheduler
        self.interval = interval
      case .byTimeOrCount(let scheduler, let interval, let count):
        self.scheduler = scheduler
        self.interval = interval
        group.size = Swift.max(count, 1)
      }
      junction = Junction(group, announcingTo: subscriber)
      options = publisher.options
    }

    @usableFromInline var description: String { "CollectByTime" }

    @inlinable
    func receive(subscription: any Subscription) {
      guard junction.connect(subscription, as: self) else { return }
      junction.keep(
        scheduler.schedule(
          after: scheduler.now.advanced(by: interval), interval: interval,
          tolerance: scheduler.minimumTolerance, options: options
        ) { self.send { $0.removeDue() } })
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
      let mustSchedule = junction.change { group in
        group.append(input)
        return group.schedule()
      }
      if mustSchedule == true { scheduleFullGroups() }
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      junction.releaseAttachments()
      let isFinished = if case .finished = completion { true } else { false }
      scheduler.schedule(options: options) {
        while self.send({ isFinished ? $0.removeDue() : $0.removeFull() }) {}
        self.junction.finish { _ in completion }
      }
    }

    /// Has the scheduler deliver the full groups for which there is demand.
    @inlinable
    func scheduleFullGroups() {
      scheduler.schedule(options: options) {
        _ = self.junction.change { $0.isScheduled = false }
        while self.send({ $0.removeFull() }) {}
      }
    }

    /// Publishes the group that `take` removes, if any, and requests values for the new room.
    @discardableResult
    @inlinable
    func send(_ take: (inout TimedGroup<Input>) -> TimedGroup<Input>.Removed) -> Bool {
      var dropped: [Input]?
      var isSent = false
      let more = junction.update { group in
        switch take(&group) {
        case .nothing: return nil
        case .dropped(let values):
          dropped = values
          return nil
        case .values(let values):
          isSent = true
          return .value(values)
        }
      }
      withExtendedLifetime(dropped) {}
      if more > .none { ask(for: more) }
      return isSent
    }

    /// Adds to the demand, and has the full groups delivered that were waiting for it.
    @inlinable
    func ask(for demand: Subscribers.Demand) {
      let change = junction.change { (request: $0.add(demand), mustSchedule: $0.schedule()) }
      guard let change else { return }
      if change.mustSchedule { scheduleFullGroups() }
      junction.request(change.request)
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
      demand.requirePositive()
      ask(for: demand)
    }

    @inlinable
    func cancel() { junction.cancel() }
  }
}

extension Publishers.CollectByTime: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable,
  Context.SchedulerTimeType.Stride: Sendable
{}
