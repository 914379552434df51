/// Has something done at the instants it is set to, one at a time.
///
/// It is held by its owner, and, while it is set, by the threads that wait for it.
///
/// Unchecked: `instant` and `place` are the threads', reached under their lock only.
final class Alarm: @unchecked Sendable {
  /// Hands the work on, at once.
  let ring: @Sendable () -> Void
  /// Does the work, however long it takes; nil where it can only be handed on.
  let serve: (@Sendable () -> Void)?
  /// When it is due; of no meaning while it is not set.
  var instant = HostInstant(nanoseconds: .max)
  /// Where it stands among those that are set.
  var place: Int?

  init(serve: (@Sendable () -> Void)? = nil, ring: @escaping @Sendable () -> Void) {
    self.serve = serve
    self.ring = ring
  }

  /// Sets it to an instant, in place of the one before; nil: to none.
  func set(to instant: HostInstant?) {
    AlarmThreads.shared.set(self, to: instant)
  }
}
