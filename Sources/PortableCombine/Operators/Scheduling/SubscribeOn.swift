import PlayheadLocking

extension Publisher {
  /// Subscribes, requests and cancels on `scheduler`.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that performs these calls.
  ///   - options: The options passed to the scheduler.
  @inlinable
  public func subscribe<S>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> where S: Scheduler {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that subscribes to its upstream, requests values and cancels on a scheduler.
  ///
  /// Values are delivered where the upstream sends them. After a cancellation the subscriber receives no values,
  /// although the upstream is cancelled only when the scheduler runs the action.
  public struct SubscribeOn<Upstream, Context>: Publisher
  where Upstream: Publisher, Context: Scheduler {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The scheduler that performs these calls.
    public let scheduler: Context
    /// The options passed to the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates the publisher that `subscribe(on:options:)` returns.
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
      let (upstream, scheduler, options) = (upstream, scheduler, options)
      let inner = Inner(to: subscriber) { scheduler.schedule(options: options, $0) }
      scheduler.schedule(options: options) { upstream.subscribe(inner) }
    }
  }
}

extension Publishers.SubscribeOn {
  @usableFromInline
  final class Inner: Subscriber, Subscription, CustomStringConvertible {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let attachments: Locked<Attachments>
    @usableFromInline let outlet: Revocable
    @usableFromInline let schedule: (@escaping () -> Void) -> Void

    @inlinable
    init<S>(to subscriber: S, schedule: @escaping (@escaping () -> Void) -> Void)
    where S: Subscriber, S.Input == Input, S.Failure == Failure {
      var attachments = Attachments()
      attachments.announce = { subscriber.receive(subscription: $0) }
      self.attachments = Locked(attachments)
      outlet = Revocable(Outlet(subscriber))
      self.schedule = schedule
    }

    @usableFromInline var description: String { "SubscribeOn" }

    @inlinable
    func receive(subscription: any Subscription) {
      let announce = attachments.withLock { attachments in
        let announce = attachments.announce.take()
        if announce != nil { attachments.upstream = subscription }
        return announce
      }
      guard let announce else { return subscription.cancel() }
      announce(self)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
      var more = Subscribers.Demand.none
      outlet.use(as: Outlet<Input, Failure>.self) { more = $0.receiveValue(input) }
      return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = attachments.withLock { $0.upstream.take() }
      outlet.use(as: Outlet<Input, Failure>.self) {
        _ = outlet.revoke()
        $0.receiveCompletion(completion)
      }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
      guard demand > .none else { return }
      schedule { self.attachments.withLock { $0.upstream }?.request(demand) }
    }

    @inlinable
    func cancel() {
      _ = outlet.revoke()
      guard let upstream = attachments.withLock({ $0.upstream.take() }) else { return }
      schedule { upstream.cancel() }
    }
  }
}

extension Publishers.SubscribeOn: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerOptions: Sendable
{}
