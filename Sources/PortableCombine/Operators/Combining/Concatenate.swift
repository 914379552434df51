extension Publisher {
  /// Publishes `elements` before the publisher's values.
  ///
  /// - Parameter elements: The values to publish before those of this publisher.
  @inlinable
  public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }

  /// Publishes the elements of a sequence before the publisher's values.
  ///
  /// - Parameter elements: The values to publish before those of this publisher.
  @inlinable
  public func prepend<S>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self>
  where S: Swift.Sequence, Output == S.Element {
    prepend(Publishers.Sequence(sequence: elements))
  }

  /// Publishes the values of another publisher, and this publisher's values after it has finished.
  ///
  /// - Parameter publisher: The publisher whose values come before those of this one.
  @inlinable
  public func prepend<P>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P: Publisher, Failure == P.Failure, Output == P.Output {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }

  /// Publishes `elements` after the publisher has finished.
  ///
  /// - Parameter elements: The values to publish after those of this publisher.
  @inlinable
  public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }

  /// Publishes the elements of a sequence after the publisher has finished.
  ///
  /// - Parameter elements: The values to publish after those of this publisher.
  @inlinable
  public func append<S>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>>
  where S: Swift.Sequence, Output == S.Element {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Publishes the values of another publisher after this one has finished.
  ///
  /// - Parameter publisher: The publisher whose values come after those of this one.
  @inlinable
  public func append<P>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P: Publisher, Failure == P.Failure, Output == P.Output {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }
}

extension Publishers {
  /// A publisher that publishes the values of one publisher, and those of another after the first has finished.
  ///
  /// It requests from the second publisher the values that the first was asked for but did not
  /// send. If the first publisher fails, it does not subscribe to the second.
  @frozen
  public struct Concatenate<Prefix, Suffix>: Publisher
  where
    Prefix: Publisher, Suffix: Publisher, Prefix.Failure == Suffix.Failure,
    Prefix.Output == Suffix.Output
  {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure

    /// The first publisher.
    public let prefix: Prefix
    /// The second publisher.
    public let suffix: Suffix

    /// Creates the publisher that `append(_:)` and `prepend(_:)` return.
    ///
    /// - Parameters:
    ///   - prefix: The publisher whose values come first.
    ///   - suffix: The publisher whose values come second.
    @inlinable
    public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      prefix.subscribe(First(downstream: subscriber, suffix: suffix))
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

extension Publishers.Concatenate {
  /// The subscriber attached to the first publisher.
  @frozen
  @usableFromInline
  struct First<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Suffix.Output, Downstream.Failure == Suffix.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let suffix: Suffix
    @usableFromInline let relay = SuccessiveSubscription("Concatenate", isLenient: true)
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { relay.description }

    @inlinable
    init(downstream: Downstream, suffix: Suffix) {
      self.downstream = downstream
      self.suffix = suffix
    }

    @inlinable
    func receive(subscription: any Subscription) {
      if relay.follow(subscription) { downstream.receive(subscription: relay) }
    }

    @inlinable
    func receive(_ input: Suffix.Output) -> Subscribers.Demand {
      relay.pass { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Suffix.Failure>) {
      switch completion {
      case .finished:
        guard relay.release(isLast: false).wasConnected else { return }
        suffix.subscribe(Second(downstream: downstream, relay: relay))
      case .failure:
        if relay.release(isLast: true).wasConnected { downstream.receive(completion: completion) }
      }
    }
  }

  /// The subscriber attached to the second publisher.
  @frozen
  @usableFromInline
  struct Second<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Suffix.Output, Downstream.Failure == Suffix.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let relay: SuccessiveSubscription
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { relay.description }

    @inlinable
    init(downstream: Downstream, relay: SuccessiveSubscription) {
      self.downstream = downstream
      self.relay = relay
    }

    @inlinable
    func receive(subscription: any Subscription) {
      relay.follow(subscription)
    }

    @inlinable
    func receive(_ input: Suffix.Output) -> Subscribers.Demand {
      downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Suffix.Failure>) {
      if relay.release(isLast: true).wasConnected { downstream.receive(completion: completion) }
    }
  }
}

extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}
