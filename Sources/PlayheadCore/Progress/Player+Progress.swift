extension Player {
  /// Where the playhead is now, as one reading of all that a progress value tells; its cause is
  /// `requested`. It takes nothing from any publisher: no update is counted as delivered.
  public func currentProgress() -> PlayheadProgress {
    PlayheadProgress(reading(), cause: .requested)
  }
}
