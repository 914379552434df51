import Foundation
import FoundationNetworking
import Locking
import PortableCombine

/// The subscription to the answer of one request.
final class DataTaskSubscription: Subscription, CustomStringConvertible, Sendable {
  typealias Answer = (data: Data, response: URLResponse)

  /// The subscriber, with its type hidden.
  private struct Outlet {
    let receiveValue: (Answer) -> Subscribers.Demand
    let receiveCompletion: (Subscribers.Completion<URLError>) -> Void
  }

  private struct State {
    /// Nil once it is over.
    var outlet: Outlet?
    var isStarted = false
    var task: URLSessionDataTask?
  }

  private let request: URLRequest
  private let session: URLSession
  private let state: Locked<State>

  init<S>(_ request: URLRequest, in session: URLSession, for subscriber: S)
  where S: Subscriber, S.Input == Answer, S.Failure == URLError {
    self.request = request
    self.session = session
    state = Locked(
      State(
        outlet: Outlet(
          receiveValue: { subscriber.receive($0) },
          receiveCompletion: { subscriber.receive(completion: $0) })))
  }

  var description: String { "DataTaskPublisher" }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscription must be asked for at least one value.")
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return state.outlet != nil && !state.isStarted
    }
    guard isFirst else { return }
    let task = session.dataTask(with: request) { data, response, error in
      self.receive(data, response, error)
    }
    let isWanted = state.withLock { state in
      state.task = state.outlet == nil ? nil : task
      return state.task != nil
    }
    if isWanted { task.resume() } else { task.cancel() }
  }

  func cancel() {
    let outlet = state.withLock { $0.outlet.take() }
    withExtendedLifetime(outlet) {}
    // Where the answer comes too, so that it does not come meanwhile: Foundation on Linux can trap
    // when a task is cancelled as it completes.
    session.delegateQueue.addOperation { self.state.withLock { $0.task.take() }?.cancel() }
  }

  private func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let (outlet, task) = state.withLock { ($0.outlet, $0.task.take()) }
    withExtendedLifetime(task) {}
    guard let outlet else { return }
    let failure: URLError?
    if error == nil, let response {
      failure = nil
      // What it asks for on top is for nothing: there is one answer.
      _ = outlet.receiveValue((data ?? Data(), response))
    } else {
      failure = error as? URLError ?? URLError(.unknown)
    }
    // Nil if it was cancelled inside the value.
    state.withLock { $0.outlet.take() }?.receiveCompletion(
      failure.map { .failure($0) } ?? .finished)
  }
}
