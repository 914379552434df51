import Foundation
import FoundationNetworking

/// Why a request gave no decoded value.
public struct DecodedDataTaskError: Error, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Sendable {
    /// No answer came.
    case transport(URLError)
    /// The answer's HTTP status is outside of 200…299.
    case status(Int)
    /// The answer is not what was to be decoded.
    case decoding(any Error)
  }

  /// What was requested.
  public let url: URL?
  /// What went wrong.
  public let reason: Reason

  init(_ url: URL?, _ reason: Reason) {
    self.url = url
    self.reason = reason
  }

  /// What went wrong, of which URL, and why, in a sentence.
  public var description: String {
    let name = url?.absoluteString ?? "a request without a URL"
    switch reason {
    case .transport(let error): return "\(name): no answer came: \(error.localizedDescription)"
    case .status(let status): return "\(name): the server answered with status \(status)"
    case .decoding(let error): return "\(name): the answer cannot be decoded: \(error)"
    }
  }
}
