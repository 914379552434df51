import PlayheadTimekeeping

/// An MPD at a host and a port, or at a Unix socket.
package typealias MPDSource = PlayerConnection<MPDProtocol>

extension PlayerConnection where Exchange == MPDProtocol {
  /// Creates a source that is not connected.
  ///
  /// - Parameter name: How messages name the player.
  package convenience init(
    mpdAt address: MPDAddress, name: String, clock: any HostClock = SystemHostClock.shared
  ) {
    self.init(
      name: name, habits: MPDProtocol.habits, addresses: address.sockets, clock: clock,
      exchange: MPDProtocol(password: address.password))
  }
}
