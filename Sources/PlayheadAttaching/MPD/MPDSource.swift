import PlayheadTimekeeping

/// An MPD at a host and a port, or at a Unix socket.
package typealias MPDSource = PlayerConnection<MPDProtocol>

extension PlayerConnection where Exchange == MPDProtocol {
  /// Creates a source that is not connected.
  ///
  /// - Parameters:
  ///   - address: Where the MPD is, and its password.
  ///   - name: How messages name the player.
  ///   - clock: The clock of the instants.
  package convenience init(
    mpdAt address: MPDAddress, name: String, clock: any HostClock = SystemHostClock.shared
  ) {
    self.init(
      name: name, habits: MPDProtocol.habits, addresses: address.places, clock: clock,
      exchange: MPDProtocol(password: address.password))
  }
}
