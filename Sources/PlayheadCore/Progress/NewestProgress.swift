import Locking
import PortableCombine

/// A subscriber that keeps the newest value for a task that may be slower than the values.
final class NewestProgress: Subscriber, Sendable {
  private struct State {
    var newest: PlayheadProgress?
    var waiter: CheckedContinuation<PlayheadProgress?, Never>?
    var subscription: (any Subscription)?
    var isOver = false
  }

  private let state = Locked(State())

  /// The newest value that was not taken yet, or the next; nil at the end. For one task at a time.
  func next() async -> PlayheadProgress? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isWaiting, value) = state.withLock { state -> (Bool, PlayheadProgress?) in
          let value = state.newest.take()
          let isWaiting = value == nil && !state.isOver
          if isWaiting { state.waiter = continuation }
          return (isWaiting, value)
        }
        if !isWaiting { continuation.resume(returning: value) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends it: what was not taken is dropped.
  func cancel() {
    let (subscription, waiter) = state.withLock { state in
      state.isOver = true
      state.newest = nil
      return (state.subscription.take(), state.waiter.take())
    }
    subscription?.cancel()
    waiter?.resume(returning: nil)
  }

  func receive(subscription: any Subscription) {
    let isOver = state.withLock { state in
      if !state.isOver { state.subscription = subscription }
      return state.isOver
    }
    isOver ? subscription.cancel() : subscription.request(.unlimited)
  }

  func receive(_ value: PlayheadProgress) -> Subscribers.Demand {
    let waiter = state.withLock { state -> CheckedContinuation<PlayheadProgress?, Never>? in
      if state.isOver { return nil }
      if let waiter = state.waiter.take() { return waiter }
      var value = value
      if let replaced = state.newest {
        value.skipped += replaced.skipped
        if replaced.cause == .interval || replaced.boundary != nil { value.skipped += 1 }
      }
      state.newest = value
      return nil
    }
    waiter?.resume(returning: value)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    let (waiter, subscription) = state.withLock { state in
      state.isOver = true
      return (state.waiter.take(), state.subscription.take())
    }
    waiter?.resume(returning: nil)
    withExtendedLifetime(subscription) {}
  }
}
