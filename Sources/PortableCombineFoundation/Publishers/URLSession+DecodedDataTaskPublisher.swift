import Foundation
import FoundationNetworking
import PortableCombine

extension URLSession {
  /// A publisher of what a URL answers, decoded from JSON.
  public func decodedDataTaskPublisher<Output: Decodable>(
    for url: URL, decoder: JSONDecoder = JSONDecoder()
  ) -> DecodedDataTaskPublisher<Output> {
    decodedDataTaskPublisher(for: URLRequest(url: url), decoder: decoder)
  }

  /// A publisher of the answer to a request, decoded from JSON.
  public func decodedDataTaskPublisher<Output: Decodable>(
    for request: URLRequest, decoder: JSONDecoder = JSONDecoder()
  ) -> DecodedDataTaskPublisher<Output> {
    DecodedDataTaskPublisher(request: request, session: self, decoder: decoder)
  }

  /// A publisher that makes a request for each subscriber, sends the answer decoded from JSON, and
  /// finishes.
  ///
  /// The request begins when the subscriber asks. It is given up when the subscriber cancels, and
  /// when nobody holds the subscription any more: who wants the answer keeps it. The answer comes
  /// on the session's delegate queue. It fails with a `DecodedDataTaskError`.
  ///
  /// Source of the rule: "Understanding Combine's publishers and subscribers" by Donny Wals.
  public struct DecodedDataTaskPublisher<Output: Decodable>: Publisher {
    public typealias Failure = any Error

    /// What is requested.
    public let request: URLRequest
    /// The session that does it.
    public let session: URLSession
    /// What decodes the answer.
    public let decoder: JSONDecoder

    /// Makes the publisher; `decodedDataTaskPublisher(for:decoder:)` does the same.
    public init(request: URLRequest, session: URLSession, decoder: JSONDecoder = JSONDecoder()) {
      self.request = request
      self.session = session
      self.decoder = decoder
    }

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
