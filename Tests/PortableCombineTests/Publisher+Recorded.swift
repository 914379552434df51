import PlayheadTesting
import PortableCombine

extension Publisher {
  /// Returns a new recorder that is subscribed to this publisher.
  func recorded(
    asking demand: Subscribers.Demand = .unlimited
  ) -> RecordingSubscriber<Output, Failure> {
    let recorder = RecordingSubscriber<Output, Failure>(asking: demand)
    subscribe(recorder)
    return recorder
  }
}

/// An error with a name, by which tests distinguish errors.
struct NamedError: Error, Equatable, Codable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Throws an error with this name if `isThrown`; returns `value` otherwise.
  static func thrown<Value>(_ name: String, if isThrown: Bool, else value: Value) throws -> Value {
    if isThrown { throw NamedError(name) }
    return value
  }
}

extension RecordingSubscriber where Failure == any Error {
  /// The error of the completion, if it is a `NamedError`.
  var error: NamedError? {
    if case .failure(let error as NamedError) = completion { error } else { nil }
  }
}
