import PlayheadLocking
import PortableCombine

/// A subscriber that keeps the newest value for a task, which may be slower than the values.
final class NewestProgress: Subscriber, Sendable {
  private struct State {
    var newest: PlayheadProgress?
    var waiter: CheckedContinuation<PlayheadProgress?, Never>?
    var subscription: (any Subscription)?
    var hasEnded = false
  }

  private let state = Locked(State())

  /// Waits for a value newer than the last one returned; nil at the end. Called by one task at a time.
  func next() async -> PlayheadProgress? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isWaiting, value) = state.withLock { state -> (Bool, PlayheadProgress?) in
          let value = state.newest.take()
          let isWaiting = value == nil && !state.hasEnded
          if isWaiting { state.waiter = continuation }
          return (isWaiting, value)
        }
        if !isWaiting { continuation.resume(returning: value) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Cancels the subscription, and drops a value that was not returned.
  func cancel() {
    let (subscription, waiter) = state.withLock { state in
      state.hasEnded = true
      state.newest = nil
      return (state.subscription.take(), state.waiter.take())
    }
    subscription?.cancel()
    waiter?.resume(returning: nil)
  }

  func receive(subscription: any Subscription) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.subscription = subscription }
      return state.hasEnded
    }
    hasEnded ? subscription.cancel() : subscription.request(.unlimited)
  }

  func receive(_ value: PlayheadProgress) -> Subscribers.Demand {
    let waiter = state.withLock { state -> CheckedContinuation<PlayheadProgress?, Never>? in
      if state.hasEnded { return nil }
      if let waiter = state.waiter.take() { return waiter }
      var value = value
      if let replaced = state.newest {
        let isCounted = replaced.cause == .interval || replaced.boundary != nil
        for count in [replaced.skipped, isCounted ? 1 : 0] {
          let (sum, isTooGreat) = value.skipped.addingReportingOverflow(count)
          value.skipped = isTooGreat ? .max : sum
        }
      }
      state.newest = value
      return nil
    }
    waiter?.resume(returning: value)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    let (waiter, subscription) = state.withLock { state in
      state.hasEnded = true
      return (state.waiter.take(), state.subscription.take())
    }
    waiter?.resume(returning: nil)
    withExtendedLifetime(subscription) {}
  }
}
