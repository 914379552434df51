import Foundation

/// The error of a request whose response could not be decoded or did not arrive.
public struct DecodedDataTaskError: Error, CustomStringConvertible {
  /// The cause of the error.
  @nonexhaustive
  public enum Reason: Sendable {
    /// No response arrived.
    case transport(URLError)
    /// The response has an HTTP status outside 200…299.
    case status(Int)
    /// The response cannot be decoded as the expected type.
    case decoding(any Error)
  }

  /// The requested URL; nil if the request has none.
  public let url: URL?
  /// The cause of the error.
  public let reason: Reason

  init(_ url: URL?, _ reason: Reason) {
    self.url = url
    self.reason = reason
  }

  /// The URL and the cause, in one sentence.
  public var description: String {
    let name = url?.absoluteString ?? "a request without a URL"
    switch reason {
    case .transport(let error): return "\(name): no answer came: \(error.localizedDescription)"
    case .status(let status): return "\(name): the server answered with status \(status)"
    case .decoding(let error): return "\(name): the answer cannot be decoded: \(error)"
    }
  }
}
