import PlayheadLocking

extension Publisher {
  /// Publishes values to many subscribers through one subject.
  ///
  /// - Parameter createSubject: Returns the subject. Called when the subject is first needed.
  @inlinable
  public func multicast<S>(
    _ createSubject: @escaping () -> S
  ) -> Publishers.Multicast<Self, S> where S: Subject, Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Publishes values to many subscribers through `subject`.
  ///
  /// - Parameter subject: The subject that publishes the values.
  @inlinable
  public func multicast<S>(subject: S) -> Publishers.Multicast<Self, S>
  where S: Subject, Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: { subject })
  }
}

extension Publishers {
  /// A publisher that subscribes to its upstream once, and publishes its values to many subscribers through a subject.
  ///
  /// `connect()` subscribes to the upstream. The connection that it returns remains valid after
  /// this publisher is released. It can be used from any thread.
  public final class Multicast<Upstream, SubjectType>: ConnectablePublisher
  where
    Upstream: Publisher, SubjectType: Subject, Upstream.Failure == SubjectType.Failure,
    Upstream.Output == SubjectType.Output
  {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns the subject.
    public let createSubject: () -> SubjectType

    @usableFromInline let made = Locked<SubjectType?>(nil)

    /// Creates the publisher that `multicast(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - createSubject: Makes the subject that publishes the values.
    @inlinable
    public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      subject.subscribe(Inner(downstream: subscriber))
    }

    @inlinable
    public func connect() -> any Cancellable {
      let subscriber = SubjectSubscriber(subject, isHeld: true)
      upstream.subscribe(subscriber)
      return AnyCancellable(subscriber)
    }

    // Created outside the lock: if two threads create subjects, the first one stored is used.
    @inlinable var subject: SubjectType {
      if let subject = made.withLock({ $0 }) { return subject }
      let new = createSubject()
      return made.withLock { made in
        let first = made ?? new
        made = first
        return first
      }
    }
  }
}

extension Publishers.Multicast {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    // Accessed only in calls from the subject, which are serial or nested.
    @exclusivity(unchecked) @usableFromInline var isConnected = false

    @inlinable
    init(downstream: Downstream) {
      self.downstream = downstream
    }

    @usableFromInline var description: String { "Multicast" }

    @inlinable
    func receive(subscription: any Subscription) {
      if isConnected { return subscription.cancel() }
      isConnected = true
      downstream.receive(
        subscription: NamedSubscription("Multicast", subscription, allowsNoDemand: true))
    }
  }
}
