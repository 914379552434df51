import Foundation
import Locking
import PortableCombine

/// The subscription to one answer, which ends with whoever holds it.
final class DecodedDataTaskSubscription<Output>: Subscription, CustomStringConvertible {
  /// The subscriber, with its type hidden.
  private struct Outlet {
    let receiveValue: (Output) -> Subscribers.Demand
    let receiveCompletion: (Subscribers.Completion<any Error>) -> Void
  }

  private struct State {
    /// Nil once it is over.
    var outlet: Outlet?
    var isStarted = false
    /// What gives the request up when it is cancelled or released.
    var answer: AnyCancellable?
  }

  private let answers: AnyPublisher<Output, DecodedDataTaskError>
  private let state: Locked<State>

  init<S>(to answers: AnyPublisher<Output, DecodedDataTaskError>, for subscriber: S)
  where S: Subscriber, S.Input == Output, S.Failure == any Error {
    self.answers = answers
    state = Locked(
      State(
        outlet: Outlet(
          receiveValue: { subscriber.receive($0) },
          receiveCompletion: { subscriber.receive(completion: $0) })))
  }

  var description: String { "DecodedDataTaskPublisher" }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscription must be asked for at least one value.")
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return state.outlet != nil && !state.isStarted
    }
    guard isFirst else { return }
    // Weak: nothing but the subscriber keeps the request up.
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
    // What it asks for on top is for nothing: there is one answer.
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
