import Timekeeping

/// A clock that drives the playhead instead of the host clock, such as that of an audio device.
///
/// The player reads the clock for each position, and corrects its timeline. If the clock runs faster
/// or slower than the host, or jumps ahead, the position follows. If the clock falls back, the
/// position waits until the clock has caught up; after a fall of more than half a second the clock
/// counts as restarted, and the position continues from its current value.
public protocol PlaybackClock: AnyObject, Sendable {
  /// The clock's time, from any zero, at a host instant that is now or just past.
  ///
  /// It is called often, from any thread and with the player locked: it must return at once and not
  /// call the player.
  func time(at instant: HostInstant) -> Duration
}
