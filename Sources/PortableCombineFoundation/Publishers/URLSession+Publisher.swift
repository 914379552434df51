import Foundation
import FoundationNetworking
import PortableCombine

extension URLSession {
  /// Returns a publisher of the response from a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: A publisher of one value, the data and the response. It fails with a `URLError`.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
    dataTaskPublisher(for: URLRequest(url: url))
  }

  /// Returns a publisher of the response to a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: A publisher of one value, the data and the response. It fails with a `URLError`.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// A publisher that makes a request for each subscriber, sends the response and finishes.
  ///
  /// The request starts with the first demand, and is cancelled when the subscriber cancels. The response is delivered
  /// on the session's delegate queue. A response with any HTTP status is a value, not a failure.
  ///
  /// `URLSessionTask.cancel()` of Foundation on Linux has a bug without a workaround here: in rare
  /// cases it traps, if the server closes the connection at the moment of the cancellation.
  public struct DataTaskPublisher: Publisher, Sendable {
    /// The body of the response, and its description.
    public typealias Output = (data: Data, response: URLResponse)
    /// The error of the request.
    public typealias Failure = URLError

    /// The request.
    public let request: URLRequest
    /// The session that makes the request.
    public let session: URLSession

    /// Creates a publisher, like `dataTaskPublisher(for:)`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - session: The session that makes the request.
    public init(request: URLRequest, session: URLSession) {
      self.request = request
      self.session = session
    }

    /// Attaches a subscriber. The request starts with its first demand.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == URLError, S.Input == (data: Data, response: URLResponse) {
      subscriber.receive(
        subscription: DataTaskSubscription(request, in: session, for: subscriber))
    }
  }
}
