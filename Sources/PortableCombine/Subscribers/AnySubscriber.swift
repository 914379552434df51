/// A subscriber that hides the type of another, or of a subject, or is made of closures.
///
/// Source of the rule: Apple's documentation of `AnySubscriber`.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline let box: Box
  /// The mark of the hidden subscriber.
  public let combineIdentifier: CombineIdentifier

  /// Hides the type of `subscriber`.
  @inlinable
  public init<S>(_ subscriber: S) where S: Subscriber, Input == S.Input, Failure == S.Failure {
    if let erased = subscriber as? AnySubscriber<Input, Failure> {
      self = erased
    } else {
      box = Box(
        receiveSubscription: { subscriber.receive(subscription: $0) },
        receiveValue: { subscriber.receive($0) },
        receiveCompletion: { subscriber.receive(completion: $0) })
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
    box = Box(
      receiveSubscription: receiveSubscription ?? { _ in },
      receiveValue: receiveValue ?? { _ in .none },
      receiveCompletion: receiveCompletion ?? { _ in })
    combineIdentifier = CombineIdentifier()
  }

  @inlinable
  public func receive(subscription: any Subscription) {
    box.receiveSubscription(subscription)
  }

  @inlinable
  public func receive(_ value: Input) -> Subscribers.Demand {
    box.receiveValue(value)
  }

  @inlinable
  public func receive(completion: Subscribers.Completion<Failure>) {
    box.receiveCompletion(completion)
  }

  /// The name of the type.
  public var description: String { "AnySubscriber" }
}

extension AnySubscriber {
  /// The hidden subscriber as closures, formed where its type is known.
  @usableFromInline
  final class Box {
    @usableFromInline let receiveSubscription: (any Subscription) -> Void
    @usableFromInline let receiveValue: (Input) -> Subscribers.Demand
    @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

    @inlinable
    init(
      receiveSubscription: @escaping (any Subscription) -> Void,
      receiveValue: @escaping (Input) -> Subscribers.Demand,
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
      self.receiveSubscription = receiveSubscription
      self.receiveValue = receiveValue
      self.receiveCompletion = receiveCompletion
    }
  }
}
