import PlayheadLocking

/// A subscriber whose values are awaited by tasks. It requests one value for each task.
@usableFromInline
final class AsyncSubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible,
  @unchecked Sendable
{
  // Unchecked: the state is accessed only under its lock, and each value goes to exactly one task,
  // which owns it from then on.
  @usableFromInline typealias Answer = AsyncInputs<Input, Failure, Waiter>.Answer

  /// A waiting task.
  @usableFromInline
  struct Waiter {
    let continuation: UnsafeContinuation<Transfer, Never>
  }

  /// A result that is sent to a task.
  ///
  /// Unchecked: the sender keeps no reference to it.
  @usableFromInline
  struct Transfer: @unchecked Sendable {
    let answer: Answer
  }

  private let state = Locked(AsyncInputs<Input, Failure, Waiter>())

  @usableFromInline
  init() {}

  @usableFromInline var description: String { "AsyncSubscriber" }

  /// Waits for the next value or the end. Cancelling the task cancels the subscription.
  @usableFromInline
  func next() async -> Answer {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let waiter = Waiter(continuation: continuation)
        let (answer, subscription) = state.withLock { $0.wait(waiter) }
        if let answer { continuation.resume(returning: Transfer(answer: answer)) }
        subscription?.request(.max(1))
      }.answer
    } onCancel: {
      cancel()
    }
  }

  /// Cancels the subscription. The waiting tasks receive the end.
  @usableFromInline
  func cancel() {
    let before = state.withLock { $0.cancel() }
    answer(before.waiters, with: .finished)
    if case .active(let subscription) = before.subscribed { subscription.cancel() }
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard let demand = state.withLock({ $0.begin(subscription) }) else {
      return subscription.cancel()
    }
    if demand > .none { subscription.request(demand) }
  }

  @usableFromInline
  func receive(_ input: Input) -> Subscribers.Demand {
    let waiter = state.withLock { $0.receive(input) }
    waiter?.continuation.resume(returning: Transfer(answer: .value(input)))
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    let before = state.withLock { $0.end(with: completion) }
    answer(before.waiters, with: completion)
  }

  // Only the first task receives a failure; the others receive the end.
  private func answer(
    _ waiters: Backlog<Waiter>, with completion: Subscribers.Completion<Failure>
  ) {
    var waiters = waiters
    var completion = completion
    while let waiter = waiters.popFirst() {
      waiter.continuation.resume(returning: Transfer(answer: .completion(completion)))
      completion = .finished
    }
  }
}

extension AsyncSubscriber {
  /// Cancels the subscription when the iterator releases it. The publisher may retain the
  /// subscriber, so the subscriber's own `deinit` would be too late.
  @usableFromInline
  final class Lifetime {
    @usableFromInline let subscriber = AsyncSubscriber()

    @usableFromInline
    init() {}

    deinit { subscriber.cancel() }
  }
}
