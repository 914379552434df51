import Timekeeping

/// What drives the playhead in place of the host clock: an audio device's clock, another machine's.
///
/// The player asks it whenever it is read, and sets its timeline anew by it. While it runs faster
/// or slower than the host, or jumps ahead, the position follows; where it falls back the position
/// stands until it has caught up. Falling back by more than half a second is taken for a clock that
/// began anew: the position goes on from where it is.
public protocol PlaybackClock: AnyObject, Sendable {
  /// The clock's time, from any zero, at a host instant that is now or just past.
  ///
  /// It is called often, from any thread and with the player locked: it must return at once and not
  /// call the player.
  func time(at instant: HostInstant) -> Duration
}
