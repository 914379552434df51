/// A publisher that sends nothing until it is told to begin.
///
/// Source of the rule: Apple's documentation of `ConnectablePublisher`.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Begins to send; the returned activity ends it.
  func connect() -> any Cancellable
}
