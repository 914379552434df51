/// A subscriber that hides the type of another, or of a subject, or is made of closures.
///
/// Source of the rule: Apple's documentation of `AnySubscriber`.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  // Formed where the subscriber's type is known, so that what they call is specialised.
  @usableFromInline let sendSubscription: (any Subscription) -> Void
  @usableFromInline let sendValue: (Input) -> Subscribers.Demand
  @usableFromInline let sendCompletion: (Subscribers.Completion<Failure>) -> Void
  /// Returns the hidden subscriber; nil if this is made of closures.
  @usableFromInline let reveal: () -> Any?
  /// The mark of the hidden subscriber.
  public let combineIdentifier: CombineIdentifier

  /// Hides the type of `subscriber`.
  @inlinable
  public init<S>(_ subscriber: S) where S: Subscriber, Input == S.Input, Failure == S.Failure {
    if let erased = subscriber as? AnySubscriber<Input, Failure> {
      self = erased
    } else {
      // Closures that capture one object alone are no allocations of their own.
      let hidden = Hidden(subscriber)
      sendSubscription = { hidden.subscriber.receive(subscription: $0) }
      sendValue = { hidden.subscriber.receive($0) }
      sendCompletion = { hidden.subscriber.receive(completion: $0) }
      reveal = { hidden.subscriber }
      combineIdentifier = subscriber.combineIdentifier
    }
  }

  /// Makes a subscriber that sends what it receives to `subject`.
  @inlinable
  public init<S>(_ subject: S) where S: Subject, Input == S.Output, Failure == S.Failure {
    self.init(SubjectSubscriber(subject))
  }

  /// Makes a subscriber of closures; without one, that event is ignored, and a value asks for no
  /// more.
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

  /// That of the hidden subscriber, or the name of its type; of one made of closures, the name of
  /// this type.
  public var description: String {
    guard let hidden = reveal() else { return "AnySubscriber" }
    return (hidden as? any CustomStringConvertible)?.description ?? "\(type(of: hidden))"
  }
}

extension AnySubscriber: CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// That of the hidden subscriber; without children for one made of closures.
  public var customMirror: Mirror {
    reveal().map { Mirror(reflecting: $0) } ?? Mirror(self, children: EmptyCollection())
  }

  /// The description.
  public var playgroundDescription: Any { description }
}

extension AnySubscriber {
  @usableFromInline
  final class Hidden<S: Subscriber> where S.Input == Input, S.Failure == Failure {
    @usableFromInline let subscriber: S

    @inlinable
    init(_ subscriber: S) { self.subscriber = subscriber }
  }
}
