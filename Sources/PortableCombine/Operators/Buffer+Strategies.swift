extension Publishers {
  /// How a buffer asks its upstream.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.PrefetchStrategy`.
  public enum PrefetchStrategy: Hashable, Sendable {
    /// For as many values as there is room for.
    case keepFull
    /// For all there are, without looking at the room.
    case byRequest
  }

  /// What a buffer does with a value for which there is no room.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.BufferingStrategy`.
  public enum BufferingStrategy<Failure> where Failure: Error {
    /// Drops it.
    case dropNewest
    /// Drops the one that has waited longest.
    case dropOldest
    /// Fails with the error that the closure makes.
    case customError(() -> Failure)
  }
}
