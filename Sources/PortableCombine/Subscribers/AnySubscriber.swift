/// A subscriber that hides the type of another subscriber or a subject, or calls closures.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  // Formed where the subscriber's type is known, so the code that they call is specialised.
  @usableFromInline let sendSubscription: (any Subscription) -> Void
  @usableFromInline let sendValue: (Input) -> Subscribers.Demand
  @usableFromInline let sendCompletion: (Subscribers.Completion<Failure>) -> Void
  /// Returns the hidden subscriber; nil for a subscriber made of closures.
  @usableFromInline let reveal: () -> Any?
  /// The identifier of the hidden subscriber.
  public let combineIdentifier: CombineIdentifier

  /// Creates a subscriber that hides the type of `subscriber`.
  ///
  /// - Parameter subscriber: The subscriber to wrap.
  @inlinable
  public init<S>(_ subscriber: S) where S: Subscriber, Input == S.Input, Failure == S.Failure {
    if let erased = subscriber as? AnySubscriber<Input, Failure> {
      self = erased
    } else {
      // Closures that capture a single object need no allocation.
      let hidden = HeldValue(subscriber)
      sendSubscription = { hidden.value.receive(subscription: $0) }
      sendValue = { hidden.value.receive($0) }
      sendCompletion = { hidden.value.receive(completion: $0) }
      reveal = { hidden.value }
      combineIdentifier = subscriber.combineIdentifier
    }
  }

  /// Creates a subscriber that forwards all events to `subject`.
  ///
  /// - Parameter subject: The subject that receives the values.
  @inlinable
  public init<S>(_ subject: S) where S: Subject, Input == S.Output, Failure == S.Failure {
    self.init(SubjectSubscriber(subject))
  }

  /// Creates a subscriber that calls closures.
  ///
  /// Without a closure, the event is ignored. Without `receiveValue`, a value requests no others.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called with the subscription; nil for nothing.
  ///   - receiveValue: Called with each value, and returns the demand to add; nil for nothing.
  ///   - receiveCompletion: Called with the completion; nil for nothing.
  @inlinable
  public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    sendSubscription = receiveSubscription ?? { _ in }
    sendValue = receiveValue ?? { _ in .none }
    sendCompletion = receiveCompletion ?? { _ in }
    reveal = { nil }
    combineIdentifier = CombineIdentifier()
  }

  @inlinable
  public func receive(subscription: any Subscription) {
    sendSubscription(subscription)
  }

  @inlinable
  public func receive(_ value: Input) -> Subscribers.Demand {
    sendValue(value)
  }

  @inlinable
  public func receive(completion: Subscribers.Completion<Failure>) {
    sendCompletion(completion)
  }

  /// The description of the hidden subscriber, or the name of its type. For a subscriber made of
  /// closures, the name of this type.
  public var description: String {
    guard let hidden = reveal() else { return "AnySubscriber" }
    return (hidden as? any CustomStringConvertible)?.description ?? "\(type(of: hidden))"
  }
}

extension AnySubscriber: CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// The mirror of the hidden subscriber; without children for a subscriber made of closures.
  public var customMirror: Mirror {
    reveal().map { Mirror(reflecting: $0) } ?? Mirror(self, children: EmptyCollection())
  }

  public var playgroundDescription: Any { description }
}
