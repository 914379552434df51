import PlayheadTimekeeping

/// One value of another player's position, with the instants when it was asked for and received.
///
/// A player that sends a value by itself was asked at the instant of the message before it, or at the
/// instant of its receipt if that is all that is known.
package struct PositionReading: Equatable, Sendable {
  /// The instant before which the player cannot have formed the value.
  package var sent: HostInstant
  package var received: HostInstant
  package var value: MediaTime

  /// Creates a reading that was received at or after `sent`, and whose value cannot be older than that.
  package init(sent: HostInstant, received: HostInstant, value: MediaTime) {
    (self.sent, self.received, self.value) = (sent, received, value)
  }
}
