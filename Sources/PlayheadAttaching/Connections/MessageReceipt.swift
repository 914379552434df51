import PlayheadTimekeeping

/// When a message of a player can have been sent.
package struct MessageReceipt: Equatable, Sendable {
  /// The instant when the connection was last seen without unread bytes. The message was sent after
  /// it. A player forms a message right before it sends it.
  package var since: HostInstant
  /// The instant right after the message was read.
  package var received: HostInstant

  package init(since: HostInstant, received: HostInstant) {
    (self.since, self.received) = (since, received)
  }
}
