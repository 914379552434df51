import Glibc
import PlayheadInterprocess

/// Why clients cannot be served at a place.
public enum IPCServerError: Error, Hashable, CustomStringConvertible {
  /// The path has more bytes than the address of a socket takes.
  case longPath(limit: Int)
  /// The path is that of another kind of file, which is not replaced.
  case notASocket
  /// Another process serves clients there.
  case inUse
  /// A system call for the socket failed, with this `errno`.
  case system(Int32)
  /// The descriptor cannot be used: this `errno`.
  case descriptor(Int32)

  public var description: String {
    switch self {
    case .longPath(let limit): SocketFailure.longPath(limit: limit).description
    case .notASocket: "exists and is not a socket"
    case .inUse: "another process listens on this socket"
    case .system(let code), .descriptor(let code): String(cString: strerror(code))
    }
  }

  init(_ failure: SocketFailure) {
    self =
      switch failure {
      case .longPath(let limit): .longPath(limit: limit)
      case .system(let code), .host(let code): .system(code)
      }
  }
}
