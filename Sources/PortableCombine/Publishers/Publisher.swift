/// A description of values over time, which any number of subscribers can receive.
///
/// A publisher gives each subscriber one subscription first, then at most as many values as it
/// asked for, one at a time, then at most one completion; after the completion or a
/// cancellation, nothing.
///
/// Source of the rule: Apple's documentation of `Publisher`.
public protocol Publisher<Output, Failure> {
  /// The values it sends.
  associatedtype Output
  /// How it can fail; `Never` if it cannot.
  associatedtype Failure: Error

  /// Connects a subscriber. To be implemented by publishers; call `subscribe(_:)` instead.
  func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input
}

extension Publisher {
  /// Connects a subscriber, which is told by `receive(subscription:)` before this returns, unless
  /// the publisher defers it.
  // Always inlined: in a chain of operators it calls itself with ever larger types, and there the
  // compiler would stop to specialise.
  @inlinable
  @inline(__always)
  public func subscribe<S>(_ subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    receive(subscriber: subscriber)
  }

  /// Connects a subject, which passes on what it receives, until the cancellable is released. The
  /// subject is held weakly.
  @inlinable
  public func subscribe<S>(_ subject: S) -> AnyCancellable
  where S: Subject, Failure == S.Failure, Output == S.Output {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}
