/// An action that runs at the instant it is set to, one instant at a time.
///
/// Its owner holds it and, while it is set, the thread that waits for it.
///
/// Unchecked: `instant` and `place` belong to that thread's queue, and are reached under its lock.
final class Wakeup: @unchecked Sendable {
  /// Runs on the waiting thread, and must not block.
  let action: @Sendable () -> Void
  /// When it is due; meaningless while it is not set.
  var instant = HostInstant(nanoseconds: .max)
  /// Its index in the queue while it is set.
  var place: Int?

  init(action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  /// Replaces the instant it is set to; nil clears it.
  func set(to instant: HostInstant?) {
    WakeupThread.shared.set(self, to: instant)
  }
}
