extension Publisher {
  /// Ends the stream if no value arrives for `interval`.
  ///
  /// - Parameters:
  ///   - interval: The longest time without a value.
  ///   - scheduler: The scheduler that measures time and delivers.
  ///   - options: The options passed to the scheduler.
  ///   - customError: Returns the error to fail with; nil to finish instead.
  @inlinable
  public func timeout<S>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> where S: Scheduler {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options,
      customError: customError)
  }
}

extension Publishers {
  /// A publisher that republishes the upstream's values, and ends if none arrives for some time.
  ///
  /// The time starts with the subscription, and restarts with each value. The scheduler delivers
  /// values and completion; requests are passed to the upstream immediately.
  public struct Timeout<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The longest time without a value.
    public let interval: Context.SchedulerTimeType.Stride
    /// The scheduler that measures time and delivers.
    public let scheduler: Context
    /// The options passed to the scheduler.
    public let options: Context.SchedulerOptions?
    /// Returns the error to fail with; nil to finish instead.
    public let customError: (() -> Upstream.Failure)?

    /// Creates the publisher that `timeout(_:scheduler:options:customError:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - interval: The longest time to wait for a value.
    ///   - scheduler: The scheduler.
    ///   - options: Options of the scheduler; nil for the default.
    ///   - customError: Makes the error with which the publisher fails; nil to finish instead.
    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Upstream.Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(Inner(to: subscriber, of: self))
    }
  }
}

extension Publishers.Timeout {
  @usableFromInline
  struct Inputs: AlarmedInputs, PostponingInputs {
    @usableFromInline var attachments = Attachments()
    @usableFromInline var alarm = Alarm<Context.SchedulerTimeType>()
    @usableFromInline var values = Backlog<Output>()
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
    @usableFromInline let options: Context.SchedulerOptions?
    @usableFromInline let customError: (() -> Failure)?

    @inlinable
    init<S>(to subscriber: S, of publisher: Publishers.Timeout<Upstream, Context>)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      junction = Junction(Inputs(), announcingTo: subscriber)
      interval = publisher.interval
      scheduler = publisher.scheduler
      options = publisher.options
      customError = publisher.customError
    }

    @usableFromInline var description: String { "Timeout" }

    @inlinable
    func receive(subscription: any Subscription) {
      if junction.connect(subscription, as: self) { putOff() }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
      putOff()
      if junction.postpone(input) { schedule() }
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      if junction.postpone(completion) { schedule() }
    }

    @inlinable
    func schedule() {
      scheduler.schedule(options: options) { self.junction.deliverNext() }
    }

    @inlinable
    func putOff() {
      let due = scheduler.now.advanced(by: interval)
      let timer = junction.change { inputs in
        inputs.completion == nil ? inputs.alarm.set(for: due) : nil
      }
      start(timer ?? nil)
    }

    @inlinable
    func start(_ timer: Alarm<Context.SchedulerTimeType>.Timer?) {
      junction.start(timer) { timer in
        scheduler.schedule(
          after: timer.due, interval: interval, tolerance: scheduler.minimumTolerance,
          options: options
        ) { self.fire(timer.number) }
      }
    }

    @inlinable
    func fire(_ number: UInt64) {
      var isLate = false
      var upstream: (any Subscription)?
      let (next, _) = junction.fire(number, at: scheduler.now) { inputs in
        isLate = inputs.completion == nil
        if isLate { upstream = inputs.attachments.upstream.take() }
        return nil
      }
      start(next)
      guard isLate else { return }
      upstream?.cancel()
      let error = customError?()
      let completion = error.map { Subscribers.Completion.failure($0) } ?? .finished
      // Values that the scheduler has not delivered yet come first.
      if junction.postpone(completion) { junction.deliverNext() }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
      junction.request(demand)
    }

    @inlinable
    func cancel() { junction.cancel() }
  }
}
