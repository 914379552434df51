import PlayheadTesting
import PortableCombine

extension Publisher {
  /// A new recorder that is subscribed to this publisher.
  func recorded(
    asking demand: Subscribers.Demand = .unlimited
  ) -> RecordingSubscriber<Output, Failure> {
    let recorder = RecordingSubscriber<Output, Failure>(asking: demand)
    subscribe(recorder)
    return recorder
  }
}

/// The error of tests that tell errors apart by their name.
struct NamedError: Error, Equatable, Codable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Throws it if `isThrown`.
  static func thrown<Value>(_ name: String, if isThrown: Bool, else value: Value) throws -> Value {
    if isThrown { throw NamedError(name) }
    return value
  }
}

extension RecordingSubscriber where Failure == any Error {
  /// The error of its completion.
  var error: NamedError? {
    if case .failure(let error as NamedError) = completion { error } else { nil }
  }
}
