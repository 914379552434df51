import Foundation
import FoundationNetworking
import PortableCombine

extension URLSession {
  /// A publisher of what a URL answers.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
    dataTaskPublisher(for: URLRequest(url: url))
  }

  /// A publisher of the answer to a request.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// A publisher that makes a request for each subscriber, sends the answer and finishes.
  ///
  /// The request begins when the subscriber asks, and is given up when it cancels. The answer comes
  /// on the session's delegate queue. An answer of whatever status is a value, not a failure.
  ///
  /// `URLSessionTask.cancel()` of Foundation on Linux has a fault that cannot be avoided from here:
  /// it traps, rarely, when the server closes the connection in the very moment of the
  /// cancellation.
  ///
  /// Source of the rule: Apple's documentation of `URLSession.DataTaskPublisher`.
  public struct DataTaskPublisher: Publisher, Sendable {
    public typealias Output = (data: Data, response: URLResponse)
    public typealias Failure = URLError

    /// What is requested.
    public let request: URLRequest
    /// The session that does it.
    public let session: URLSession

    /// Makes the publisher; `dataTaskPublisher(for:)` does the same.
    public init(request: URLRequest, session: URLSession) {
      self.request = request
      self.session = session
    }

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == URLError, S.Input == (data: Data, response: URLResponse) {
      subscriber.receive(
        subscription: DataTaskSubscription(request, in: session, for: subscriber))
    }
  }
}
