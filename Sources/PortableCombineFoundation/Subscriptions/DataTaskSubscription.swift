import Foundation
import FoundationNetworking
import PlayheadLocking
import PortableCombine

/// The subscription to the response of one request.
final class DataTaskSubscription: Subscription, CustomStringConvertible, Sendable {
  typealias Answer = (data: Data, response: URLResponse)

  /// The subscriber with its type erased.
  private struct State {
    /// Nil once completed or cancelled.
    var outlet: Outlet<Answer, URLError>?
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
    state = Locked(State(outlet: Outlet(subscriber)))
  }

  var description: String { "DataTaskPublisher" }

  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
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
    // On the queue that also receives the response, so that both cannot happen at the same time:
    // Foundation on Linux may trap if a task is cancelled while it completes.
    session.delegateQueue.addOperation { self.state.withLock { $0.task.take() }?.cancel() }
  }

  private func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let (outlet, task) = state.withLock { ($0.outlet, $0.task.take()) }
    withExtendedLifetime(task) {}
    guard let outlet else { return }
    let failure: URLError?
    if error == nil, let response {
      failure = nil
      // Ignores further demand: there is only one response.
      _ = outlet.receiveValue((data ?? Data(), response))
    } else {
      failure = error as? URLError ?? URLError(.unknown)
    }
    // Nil if the subscriber cancelled when it received the value.
    state.withLock { $0.outlet.take() }?.receiveCompletion(
      failure.map { .failure($0) } ?? .finished)
  }
}
