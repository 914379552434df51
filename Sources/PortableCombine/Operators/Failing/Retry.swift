import PlayheadLocking

extension Publisher {
  /// Subscribes again if this publisher fails, at most `retries` times.
  ///
  /// - Parameter retries: The number of attempts after the first one; unlimited if it is negative.
  @inlinable
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// A publisher that subscribes again to its upstream if that fails.
  ///
  /// It requests from the new subscription the values that the previous one was asked for but did not send.
  @frozen
  public struct Retry<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of failures after which it subscribes again; nil or negative if unlimited.
    public let retries: Int?

    /// Creates the publisher that `retry(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - retries: The number of attempts after the first one; nil or negative if unlimited.
    @inlinable
    public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      Inner(downstream: subscriber, upstream: upstream, retries: retries).subscribe()
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension Publishers.Retry {
  /// The subscriber attached to the upstream.
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream: Upstream
    @usableFromInline let subscription = SuccessiveSubscription("Retry")
    @usableFromInline let attempts: Locked<RetryAttempts>

    @usableFromInline var description: String { "Retry" }

    @inlinable
    init(downstream: Downstream, upstream: Upstream, retries: Int?) {
      self.downstream = downstream
      self.upstream = upstream
      attempts = Locked(RetryAttempts(remaining: retries))
    }

    /// Subscribes to the upstream, in a loop while it fails before this call returns.
    @inlinable
    func subscribe() {
      repeat {
        upstream.subscribe(self)
      } while attempts.withLock { $0.endSubscribing() } && !subscription.isOver
    }

    @inlinable
    func receive(subscription next: any Subscription) {
      let isFirst = attempts.withLock { $0.begin() }
      if subscription.follow(next), isFirst { downstream.receive(subscription: subscription) }
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      subscription.pass { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      if case .failure = completion {
        guard !subscription.release(isLast: false).wasOver else { return }
        switch attempts.withLock({ $0.fail() }) {
        case .subscribe: return subscribe()
        case .leaveToLoop: return
        case .stop: break
        }
      }
      if !subscription.release(isLast: true).wasOver { downstream.receive(completion: completion) }
    }
  }
}

extension Publishers.Retry: Sendable where Upstream: Sendable {}
