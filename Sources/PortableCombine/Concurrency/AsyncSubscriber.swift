import Locking

/// A subscriber whose values tasks wait for: it asks for one value for each task.
@usableFromInline
final class AsyncSubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible,
  @unchecked Sendable
{
  // Unchecked: the state is reached under its lock only; a value goes to one task alone, which owns
  // it from then on.
  @usableFromInline typealias Answer = AsyncInputs<Input, Failure, Waiter>.Answer

  /// A task that waits.
  @usableFromInline
  struct Waiter {
    let continuation: UnsafeContinuation<Transfer, Never>
  }

  /// An answer on its way to the task.
  ///
  /// Unchecked: whoever sends it has let go of it.
  @usableFromInline
  struct Transfer: @unchecked Sendable {
    let answer: Answer
  }

  private let state = Locked(AsyncInputs<Input, Failure, Waiter>())

  @usableFromInline
  init() {}

  @usableFromInline var description: String { "AsyncSubscriber" }

  /// Waits for the next value, or the end. The end of the task cancels the subscription.
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

  /// Cancels the subscription; tasks that wait are told of the end.
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

  // The first is told of a failure, the others of the end.
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
  /// What an iterator holds: its end cancels the subscription, though the publisher holds the
  /// subscriber.
  @usableFromInline
  final class Lifetime {
    @usableFromInline let subscriber = AsyncSubscriber()

    @usableFromInline
    init() {}

    deinit { subscriber.cancel() }
  }
}
