extension Player {
  /// Returns the current progress, as one consistent reading.
  ///
  /// May be called from any thread. It does not affect what publishers deliver or count as skipped.
  ///
  /// - Returns: A value with the cause `requested`.
  public func currentProgress() -> PlayheadProgress {
    PlayheadProgress(reading(), cause: .requested)
  }

  /// The current progress, as of `currentProgress()`; never nil.
  public var progressIfKnown: PlayheadProgress? { currentProgress() }
}
