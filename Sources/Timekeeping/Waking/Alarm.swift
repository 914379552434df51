/// Has something done at the instants it is set to, one at a time.
///
/// What it does is called on the thread that all alarms share, and must only hand work on. It is
/// held by its owner, and, while it is set, by the thread.
///
/// Unchecked: `instant` and `place` are the thread's, reached under its lock only.
final class Alarm: @unchecked Sendable {
  let ring: @Sendable () -> Void
  /// When it is due; of no meaning while it is not set.
  var instant = HostInstant(nanoseconds: .max)
  /// Where it stands among those that are set.
  var place: Int?

  init(_ ring: @escaping @Sendable () -> Void) {
    self.ring = ring
  }

  /// Sets it to an instant, in place of the one before; nil: to none.
  func set(to instant: HostInstant?) {
    AlarmThread.shared.set(self, to: instant)
  }
}
