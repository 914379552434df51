import CoreMedia

/// Seeks of players and items. They land exactly at their target, which every tolerance allows.
///
/// A time before the media counts as its start, a time after it as its end. An invalid or indefinite
/// time is a programming error and stops the program.
public protocol AVSeeking: AnyObject, Sendable {
  /// Moves the playhead at once, and calls the handler on the main queue: with true once media has been
  /// read there, with false if another seek took its place or it failed.
  func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: ((Bool) -> Void)?)
}

extension AVSeeking {
  /// Moves the playhead at once.
  public func seek(to time: CMTime) { seek(to: time, completionHandler: nil) }
  /// Moves the playhead at once, and calls the handler as the other method does.
  public func seek(to time: CMTime, completionHandler: ((Bool) -> Void)?) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }
  /// Moves the playhead at once.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(
      to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
      completionHandler: nil)
  }
  /// Moves the playhead at once, and returns the value that a handler receives.
  @discardableResult public func seek(to time: CMTime) async -> Bool {
    await seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }
  /// Moves the playhead at once, and returns the value that a handler receives.
  @discardableResult public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(
        to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
        completionHandler: { continuation.resume(returning: $0) })
    }
  }
}
