import PlayheadMedia

extension MediaError {
  /// Creates an error of fake media.
  ///
  /// - Parameters:
  ///   - reason: The cause.
  ///   - operation: The operation that failed.
  public init(_ reason: Reason, operation: Operation = .read) {
    self.init(operation, of: "fake", reason: reason)
  }
}
