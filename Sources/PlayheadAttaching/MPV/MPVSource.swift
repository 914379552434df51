import PlayheadTimekeeping

/// An mpv whose JSON IPC is at a socket.
package typealias MPVSource = PlayerConnection<MPVProtocol>

extension PlayerConnection where Exchange == MPVProtocol {
  /// Creates a source that is not connected.
  ///
  /// - Parameters:
  ///   - path: The path of the socket, in the bytes of the file system; with `@` as its first byte, the name
  ///     of an abstract socket.
  ///   - name: How messages name the player.
  package convenience init(
    mpvAt path: [UInt8], name: String, clock: any HostClock = SystemHostClock.shared
  ) {
    self.init(
      name: name, habits: MPVProtocol.habits, addresses: [.local(path)], clock: clock,
      exchange: MPVProtocol())
  }
}
