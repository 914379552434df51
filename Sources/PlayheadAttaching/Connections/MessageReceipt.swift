import PlayheadTimekeeping

/// When a message of a player can have been sent.
package struct MessageReceipt: Equatable, Sendable {
  /// When the connection last had no unread bytes. The message was formed and sent after that.
  package var since: HostInstant
  /// The instant right after the message was read.
  package var received: HostInstant

  package init(since: HostInstant, received: HostInstant) {
    (self.since, self.received) = (since, received)
  }
}
