/// A type that publishes values over time to any number of subscribers.
///
/// A publisher sends each subscriber one subscription first, then at most as many values as the subscriber requested,
/// one at a time, then at most one completion. After a completion or a cancellation it sends nothing.
public protocol Publisher<Output, Failure> {
  /// The type of the values.
  associatedtype Output
  /// The type of the failure; `Never` if the publisher cannot fail.
  associatedtype Failure: Error

  /// Connects a subscriber. Publishers implement this method; client code calls `subscribe(_:)`.
  ///
  /// - Parameter subscriber: The subscriber to attach.
  func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input
}

extension Publisher {
  /// Connects a subscriber.
  ///
  /// The subscriber receives its subscription before this method returns, unless the publisher defers it.
  // Always inlined: in a chain of operators this method calls itself with larger and larger types,
  // and the compiler would stop specialising.
  ///
  /// - Parameter subscriber: The subscriber to attach.
  @inlinable
  @inline(__always)
  public func subscribe<S>(_ subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    receive(subscriber: subscriber)
  }

  /// Connects a subject, which republishes all events until the returned cancellable is released.
  ///
  /// The subject is held weakly.
  ///
  /// - Parameter subject: The subject that receives the values.
  /// - Returns: A cancellable that ends the connection when it is cancelled or released.
  @inlinable
  public func subscribe<S>(_ subject: S) -> AnyCancellable
  where S: Subject, Failure == S.Failure, Output == S.Output {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}
