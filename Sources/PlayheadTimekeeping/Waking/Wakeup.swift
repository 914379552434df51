/// An action that runs at an instant. Only one instant is set at a time.
///
/// Its owner retains it, and while an instant is set, `WakeupThread` does too.
///
/// Sendable is unchecked because `instant` and `place` belong to that thread's queue and are
/// accessed only under its lock.
final class Wakeup: @unchecked Sendable {
  /// Runs on the waiting thread. It must not block.
  let action: @Sendable () -> Void
  /// The instant when the action is due. Meaningless while none is set.
  var instant = HostInstant(nanoseconds: .max)
  /// The index in the queue while an instant is set, otherwise nil.
  var place: Int?

  init(action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  /// Replaces the instant, or clears it if `instant` is nil.
  func set(to instant: HostInstant?) {
    WakeupThread.shared.set(self, to: instant)
  }
}
