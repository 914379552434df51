import PlayheadTimekeeping

/// An event that changed how a position advances.
struct PlaybackEvent: Equatable, Sendable {
  /// The instant after which it happened.
  let since: HostInstant
  /// The instant until which it happened.
  let received: HostInstant
  /// The instant until which the playhead was moved last; nil if it was not.
  var lastMove: HostInstant?
  /// The instant after which the playhead was moved last; nil if that was before the player was followed.
  var lastMoveStart: HostInstant?
  /// The highest speed of the time before it in which a value may have been computed that is still held.
  var fastestBefore = Speed.zero
  /// Whether a reading since then has been used.
  var isSettled = false

  /// Creates an event, not earlier than the one before.
  init(since: HostInstant, received: HostInstant, after earlier: PlaybackEvent?) {
    self.received = max(received, earlier?.received ?? received)
    self.since = min(max(since, earlier?.since ?? since), self.received)
    (lastMove, lastMoveStart) = (earlier?.lastMove, earlier?.lastMoveStart)
  }

  /// Returns whether more than a number of nanoseconds have passed since the event.
  func isOlder(than age: Int128, at instant: HostInstant) -> Bool {
    instant.nanoseconds(since: received) > age
  }
}
