import Foundation
import FoundationNetworking
import PortableCombine

extension URLSession {
  /// Returns a publisher of the response from a URL, decoded from JSON.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - decoder: Decodes the response.
  /// - Returns: A publisher of one value. It fails if the request or decoding fails.
  public func decodedDataTaskPublisher<Output: Decodable>(
    for url: URL, decoder: JSONDecoder = JSONDecoder()
  ) -> DecodedDataTaskPublisher<Output> {
    decodedDataTaskPublisher(for: URLRequest(url: url), decoder: decoder)
  }

  /// Returns a publisher of the response to a request, decoded from JSON.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - decoder: Decodes the response.
  /// - Returns: A publisher of one value. It fails if the request or decoding fails.
  public func decodedDataTaskPublisher<Output: Decodable>(
    for request: URLRequest, decoder: JSONDecoder = JSONDecoder()
  ) -> DecodedDataTaskPublisher<Output> {
    DecodedDataTaskPublisher(request: request, session: self, decoder: decoder)
  }

  /// A publisher that makes a request for each subscriber, sends the response decoded from JSON, and finishes.
  ///
  /// The request starts with the first demand. It is cancelled when the subscriber cancels, and when the subscription
  /// is released: keep the subscription until the response arrives. The response is delivered on the session's delegate
  /// queue. Failures are of type `DecodedDataTaskError`.
  ///
  /// Source of the rule: "Understanding Combine's publishers and subscribers" by Donny Wals.
  public struct DecodedDataTaskPublisher<Output: Decodable>: Publisher, Sendable {
    /// A `DecodedDataTaskError`.
    public typealias Failure = any Error

    /// The request.
    public let request: URLRequest
    /// The session that makes the request.
    public let session: URLSession
    /// The decoder of the response.
    public let decoder: JSONDecoder

    /// Creates a publisher, like `decodedDataTaskPublisher(for:decoder:)`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - session: The session that makes the request.
    ///   - decoder: The decoder of the response.
    public init(request: URLRequest, session: URLSession, decoder: JSONDecoder = JSONDecoder()) {
      self.request = request
      self.session = session
      self.decoder = decoder
    }

    /// Attaches a subscriber. The request starts with its first demand.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == any Error {
      let (url, decoder) = (request.url, decoder)
      let answers = session.dataTaskPublisher(for: request)
        .mapError { DecodedDataTaskError(url, .transport($0)) }
        .flatMap { answer in
          Self.decode(answer.data, answer.response, from: url, decoder).publisher
        }
        .eraseToAnyPublisher()
      subscriber.receive(
        subscription: DecodedDataTaskSubscription(to: answers, for: subscriber))
    }

    private static func decode(
      _ data: Data, _ response: URLResponse, from url: URL?, _ decoder: JSONDecoder
    ) -> Result<Output, DecodedDataTaskError> {
      if let status = (response as? HTTPURLResponse)?.statusCode, !(200...299).contains(status) {
        return .failure(DecodedDataTaskError(url, .status(status)))
      }
      return Result { try decoder.decode(Output.self, from: data) }
        .mapError { DecodedDataTaskError(url, .decoding($0)) }
    }
  }
}
