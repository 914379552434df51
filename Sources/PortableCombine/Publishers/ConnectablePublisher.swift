/// A publisher that publishes nothing until `connect()` is called.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts publishing.
  ///
  /// - Returns: The connection; cancelling it stops publishing.
  func connect() -> any Cancellable
}
