import Foundation
import PlayheadLocking
import PortableCombine

/// The subscription to one decoded response. The request is cancelled when it is released.
final class DecodedDataTaskSubscription<Output>: Subscription, CustomStringConvertible {
  /// The subscriber with its type erased.
  private struct State {
    /// Nil once completed or cancelled.
    var outlet: Outlet<Output, any Error>?
    var isStarted = false
    /// Cancels the request when it is cancelled or released.
    var answer: AnyCancellable?
  }

  private let answers: AnyPublisher<Output, DecodedDataTaskError>
  private let state: Locked<State>

  init<S>(to answers: AnyPublisher<Output, DecodedDataTaskError>, for subscriber: S)
  where S: Subscriber, S.Input == Output, S.Failure == any Error {
    self.answers = answers
    state = Locked(State(outlet: Outlet(subscriber)))
  }

  var description: String { "DecodedDataTaskPublisher" }

  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return state.outlet != nil && !state.isStarted
    }
    guard isFirst else { return }
    // Weak, so that the request is cancelled when the subscriber releases the subscription.
    let answer = answers.sink(
      receiveCompletion: { [weak self] in self?.complete($0) },
      receiveValue: { [weak self] in self?.send($0) })
    let isWanted = state.withLock { state in
      if state.outlet != nil { state.answer = answer }
      return state.outlet != nil
    }
    if !isWanted { answer.cancel() }
  }

  func cancel() {
    let (outlet, answer) = state.withLock { ($0.outlet.take(), $0.answer.take()) }
    answer?.cancel()
    withExtendedLifetime(outlet) {}
  }

  private func send(_ value: Output) {
    // Ignores further demand: there is only one response.
    _ = state.withLock { $0.outlet }?.receiveValue(value)
  }

  private func complete(_ completion: Subscribers.Completion<DecodedDataTaskError>) {
    let (outlet, answer) = state.withLock { ($0.outlet.take(), $0.answer.take()) }
    withExtendedLifetime(answer) {}
    switch completion {
    case .finished: outlet?.receiveCompletion(.finished)
    case .failure(let error): outlet?.receiveCompletion(.failure(error))
    }
  }
}
