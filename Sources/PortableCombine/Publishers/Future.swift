/// A publisher that sends one value, or fails, once a promise is kept.
///
/// The work begins when it is made. The promise may be called from any thread; its first call
/// counts. Who subscribes after it gets the same result. A value waits until it is asked for, a
/// failure does not.
///
/// Source of the rule: Apple's documentation of `Future`.
public final class Future<Output, Failure: Error>: Publisher {
  /// What is called with the result, once there is one.
  public typealias Promise = (Result<Output, Failure>) -> Void

  @usableFromInline let waiting = WaitingSubscriptions()

  /// Makes a publisher, and calls `attemptToFulfill` with its promise. The promise keeps it alive.
  @inlinable
  public init(_ attemptToFulfill: @escaping (@escaping Future<Output, Failure>.Promise) -> Void) {
    attemptToFulfill { self.keep($0) }
  }

  // The promise is gone, unkept: nothing comes any more, so that nobody need be held.
  deinit { waiting.cancel() }

  @inlinable
  public func receive<S>(subscriber: S)
  where Output == S.Input, Failure == S.Failure, S: Subscriber {
    let place = WaitingSubscriptions.Place(among: waiting)
    let ending = FinalValue("Future", upstream: place, to: subscriber)
    subscriber.receive(subscription: ending.subscription)
    waiting.add(ending.subscription, at: place)
  }

  @inlinable
  func keep(_ result: Result<Output, Failure>) {
    waiting.settle {
      let ending = FinalValue<Output, Failure>(of: $0)
      switch result {
      case .success(let value): ending.finish(with: value)
      case .failure(let error): ending.complete(.failure(error))
      }
    }
  }
}
