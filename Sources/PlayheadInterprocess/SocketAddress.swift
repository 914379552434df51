import Glibc

/// The address of a Unix socket.
package struct SocketAddress {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// Creates the address of a path; with `@` as its first byte, of an abstract name.
  package init(_ path: [UInt8]) throws(SocketFailure) {
    // One byte less for a path, which ends with a zero.
    let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard path.count <= limit else { throw .longPath(limit: limit) }
    if path.isEmpty || path.contains(0) { throw .system(ENOENT) }
    let isAbstract = path.first == UInt8(ascii: "@")
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: path)
      if isAbstract { $0[0] = 0 }
    }
    let start = MemoryLayout<sockaddr_un>.size - (limit + 1)
    length = socklen_t(start + path.count + (isAbstract ? 0 : 1))
  }

  package func withSystemAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// Makes a socket that does not block and that child processes do not inherit.
  package static func makeSocket(
    family: Int32 = AF_UNIX, _ type: __socket_type = SOCK_STREAM
  ) throws(SocketFailure) -> Int32 {
    let flags = type.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(family, Int32(flags), 0)
    if descriptor < 0 { throw .system(errno) }
    return descriptor
  }
}

/// Why a socket cannot be used, or connected.
package enum SocketFailure: Error, Hashable, CustomStringConvertible {
  /// The path has more bytes than the address of a socket takes.
  case longPath(limit: Int)
  /// A system call failed, with this `errno`.
  case system(Int32)
  /// The name of the host has no address; the resolver's error.
  case host(Int32)

  package var description: String {
    switch self {
    case .longPath(let limit): "longer than the \(limit) bytes that a socket's path may have"
    case .system(let code): String(cString: strerror(code))
    case .host(let code): String(cString: gai_strerror(code))
    }
  }
}
