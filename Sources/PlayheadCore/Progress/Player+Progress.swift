extension Player {
  /// Where the playhead is now, as one reading of all that a progress value tells; its cause is
  /// `requested`. It takes nothing from any publisher: no update is counted as delivered.
  public func currentProgress() -> PlayheadProgress {
    let reading = reading()
    return PlayheadProgress(
      position: reading.position, due: reading.position, hostInstant: reading.instant,
      duration: reading.duration, rate: reading.rate, state: reading.state, cause: .requested,
      skipped: 0, lastFrameStart: reading.lastFrameStart)
  }
}
