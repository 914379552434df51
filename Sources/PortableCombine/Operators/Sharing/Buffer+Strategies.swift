extension Publishers {
  /// How a buffer requests values from its upstream.
  public enum PrefetchStrategy: Hashable, Sendable {
    /// Requests as many values as the buffer has room for.
    case keepFull
    /// Requests unlimited values at once.
    case byRequest
  }

  /// What a buffer does with a value that arrives while it is full.
  public enum BufferingStrategy<Failure> where Failure: Error {
    /// Drops the new value.
    case dropNewest
    /// Drops the oldest value in the buffer.
    case dropOldest
    /// Fails with the error that the closure returns, after the values in the buffer.
    case customError(() -> Failure)
  }
}
