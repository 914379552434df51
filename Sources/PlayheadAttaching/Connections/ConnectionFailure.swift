import Glibc
import PlayheadInterprocess

/// Why a player cannot be reached.
enum ConnectionFailure: Error, Hashable, CustomStringConvertible {
  /// A system call failed, with this `errno`.
  case system(Int32)
  /// The address of the socket cannot be used.
  case address(SocketFailure)
  /// The name of the host has no address; the resolver's error.
  case host(Int32)

  /// The reason in words.
  var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .address(let failure): failure.description
    case .host(let code): String(cString: gai_strerror(code))
    }
  }
}
