import Glibc

/// The address of a Unix socket.
struct SocketAddress {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// Creates the address of a path; with `@` as its first byte, of an abstract name.
  init(_ path: [UInt8]) throws(IPCServerError) {
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

  func withSystemAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// Makes a stream socket that does not block and that child processes do not inherit.
  static func makeSocket() throws(IPCServerError) -> Int32 {
    let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(flags), 0)
    if descriptor < 0 { throw .system(errno) }
    return descriptor
  }
}
