/// A publisher that publishes one value or a failure when its promise is called.
///
/// The work begins when the publisher is created. The promise can be called from any thread, and only its first call
/// counts. Later subscribers receive the same result. A value is sent when it is requested, a failure immediately.
public final class Future<Output, Failure: Error>: Publisher {
  /// The closure to call with the result.
  public typealias Promise = (Result<Output, Failure>) -> Void

  @usableFromInline let waiting = WaitingSubscriptions()

  /// Creates a publisher, and calls `attemptToFulfill` with its promise.
  ///
  /// The promise retains the publisher.
  ///
  /// - Parameter attemptToFulfill: Called once, immediately, with the promise that sets the result.
  @inlinable
  public init(_ attemptToFulfill: @escaping (@escaping Future<Output, Failure>.Promise) -> Void) {
    attemptToFulfill { self.keep($0) }
  }

  // The promise was released without a call, so no result can arrive: releases the subscribers.
  deinit { waiting.cancel() }

  @inlinable
  public func receive<S>(subscriber: S)
  where Output == S.Input, Failure == S.Failure, S: Subscriber {
    let membership = WaitingSubscriptions.Membership(among: waiting)
    let ending = FinalValue("Future", upstream: membership, to: subscriber)
    subscriber.receive(subscription: ending.subscription)
    waiting.add(ending.subscription, at: membership)
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

/// A future can be used from any thread if its value can.
///
/// Unchecked because the compiler does not see the lock. The promise is not Sendable, as in Combine.
extension Future: @unchecked Sendable where Output: Sendable {}
