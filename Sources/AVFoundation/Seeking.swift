import CoreMedia
internal import PlayheadLocking

// In extensions, so that a subclass overrides the methods with handlers.

extension AVPlayer {
  /// Moves the playhead, and returns the value that a handler receives.
  @discardableResult public func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { done in
      seek(to: time, completionHandler: { done.resume(returning: $0) })
    }
  }
  /// Moves the playhead, and returns the value that a handler receives.
  @discardableResult public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool {
    await withCheckedContinuation { done in
      seek(
        to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
        completionHandler: { done.resume(returning: $0) })
    }
  }

  func move(to time: CMTime, _ handler: ((Bool) -> Void)?) {
    guard let item = currentItem else {
      handler?(false)
      return
    }
    item.move(to: time, handler)
  }
}

extension AVPlayerItem {
  /// Moves the playhead, and returns the value that a handler receives.
  @discardableResult public func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { done in
      seek(to: time, completionHandler: { done.resume(returning: $0) })
    }
  }
  /// Moves the playhead, and returns the value that a handler receives.
  @discardableResult public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool {
    await withCheckedContinuation { done in
      seek(
        to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
        completionHandler: { done.resume(returning: $0) })
    }
  }
}

/// A seek whose handler is called once.
// Sendable is unchecked: the handler is behind a lock, and called where the client expects it.
final class PendingSeek: @unchecked Sendable {
  private let handler: Locked<((Bool) -> Void)?>
  init(_ handler: ((Bool) -> Void)?) { self.handler = Locked(handler) }
  func finish(_ isFinished: Bool) { handler.withLock { $0.take() }?(isFinished) }
}
