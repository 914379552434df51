extension Publisher {
  /// Replaces each nil with `output`.
  ///
  /// - Parameter output: The value that replaces nil.
  @inlinable
  public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    Publishers.Map(upstream: self) { $0 ?? output }
  }
}
