import PlayheadTimekeeping

/// A clock that drives the playhead instead of the host clock, such as that of an audio device.
///
/// The player reads the clock for each position, and corrects its timeline. If the clock runs faster
/// or slower than the host, or jumps ahead, the position follows. If the clock falls back, the
/// position waits until the clock has caught up; after a fall of more than half a second the clock
/// counts as restarted, and the position continues from its current value.
public protocol PlaybackClock: AnyObject, Sendable {
  /// Returns the clock's time at a host instant.
  ///
  /// The player calls this often, from any thread and while it is locked. The clock must not block
  /// and must not call the player.
  ///
  /// - Parameter instant: The current host instant, or a recent one.
  /// - Returns: The time since any fixed zero.
  func time(at instant: HostInstant) -> Duration
}
