/// Where the socket of a player is.
package enum PlayerSocket: Equatable, Sendable {
  /// A Unix socket: its path in the bytes of the file system, or `@` and an abstract name.
  case local([UInt8])
  /// A host, as a name or a number, and a port.
  case host(String, port: UInt16)
}
